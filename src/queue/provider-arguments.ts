interface ArgumentBase {
  /** Name of the argument in Terraform: `base_url`. */
  readonly attribute: string;
  /** Name of the client's option and of the construct's prop: `baseUrl`. */
  readonly name: string;
  /** Meaning, unit, range and default, for users of Terraform. Markdown. */
  readonly description: string;
  readonly isSensitive: boolean;
  /** Whether another client needs this argument, in addition to the token, to reach the same service. */
  readonly isAddress: boolean;
}

interface NumberArgument extends ArgumentBase {
  readonly kind: "integer" | "number";
  readonly min: number;
  readonly max: number;
  /** The default value. Undefined if there is no limit by default. */
  readonly default: number | undefined;
}

interface PlainArgument extends ArgumentBase {
  readonly kind: "string" | "path" | "boolean";
}

/** One row of the table of provider arguments. */
export type ArgumentDefinition = NumberArgument | PlainArgument;

const REQUIRED = "Required, here or in the environment.";
const PLAIN = { isSensitive: false, isAddress: false } as const;
const ADDRESS = { isSensitive: false, isAddress: true } as const;

/** The provider's arguments. The schema, environment variables, client options and constructs use them. */
export const PROVIDER_ARGUMENTS = [
  {
    ...ADDRESS,
    attribute: "base_url",
    name: "baseUrl",
    kind: "string",
    description:
      "Address of the service, for example `https://queue.example.com/v1`. Its end, `/v1` or `/v2`, chooses the interface; " +
      "the default is `/v1`. A token that begins with `trunk_v2_` always uses `/v2` of the same address. Must be https, " +
      `unless it is a loopback address. ${REQUIRED}`,
  },
  {
    attribute: "token",
    name: "token",
    kind: "string",
    description: `API token of the organization. Prefer the environment, so that no plan file contains it. ${REQUIRED}`,
    isSensitive: true,
    isAddress: false,
  },
  {
    ...PLAIN,
    attribute: "request_timeout_seconds",
    name: "requestTimeoutSeconds",
    kind: "integer",
    min: 1,
    max: 3600,
    default: 30,
    description: "Maximum seconds of one request, a whole number from 1 to 3600. Default: 30.",
  },
  {
    ...PLAIN,
    attribute: "max_retries",
    name: "maxRetries",
    kind: "integer",
    min: 0,
    max: 1000,
    default: undefined,
    description:
      "Maximum retries of a request after a transient failure, a whole number from 0 to 1000. Default: retries until the " +
      "operation's own timeout. If an address has never responded (refused connections, an unknown name), the provider " +
      "always gives up after about 15 seconds, or within a second if the address is on this machine.",
  },
  {
    ...PLAIN,
    attribute: "max_requests_per_second",
    name: "maxRequestsPerSecond",
    kind: "number",
    min: 0.1,
    max: 1000,
    default: undefined,
    description:
      "Maximum requests per second, counted over all resources together: a number from 0.1 to 1000. Default: no fixed rate, " +
      "but a 429 response slows all resources down. Waiting for this limit does not count towards a timeout. " +
      "Terraform's -parallelism sets how many requests run at once.",
  },
  {
    ...ADDRESS,
    attribute: "allow_insecure_http",
    name: "allowInsecureHttp",
    kind: "boolean",
    description:
      "Allow plain http for a `base_url` that is not a loopback address. The token then crosses the network in clear text. " +
      "Default: false.",
  },
  {
    ...ADDRESS,
    attribute: "ca_file",
    name: "caFile",
    kind: "path",
    description: "Path of a PEM file with certificate authorities to trust in addition to the built-in ones.",
  },
] as const satisfies readonly ArgumentDefinition[];

type Row = (typeof PROVIDER_ARGUMENTS)[number];

export type ArgumentName = Row["attribute"];

/** Terraform names of the arguments that say where and how a client reaches the service. */
export const ADDRESS_ARGUMENTS: readonly ArgumentName[] = PROVIDER_ARGUMENTS.filter(
  ({ isAddress }) => isAddress,
).map(({ attribute }) => attribute);

const BY_ATTRIBUTE: ReadonlyMap<string, Row> = new Map(PROVIDER_ARGUMENTS.map((row) => [row.attribute, row]));

/** Looks up an argument by its Terraform name. @returns undefined if the provider has no such argument */
export function tryFindArgument(attribute: string): Row | undefined {
  return BY_ATTRIBUTE.get(attribute);
}

export function findArgument<Name extends ArgumentName>(attribute: Name): Extract<Row, { attribute: Name }> {
  return BY_ATTRIBUTE.get(attribute) as Extract<Row, { attribute: Name }>;
}

/** Returns the type of an argument's value in Terraform. */
export function toArgumentType({ kind }: Pick<ArgumentDefinition, "kind">): "string" | "number" | "bool" {
  if (kind === "integer" || kind === "number") return "number";
  return kind === "boolean" ? "bool" : "string";
}

/** Returns the name of an argument's environment variable: `base_url` → `MERGEQUEUE_BASE_URL`. */
export function toVariableName(attribute: ArgumentName): string {
  return `MERGEQUEUE_${attribute.toUpperCase()}`;
}

/**
 * Checks a value's type and range. The result does not show the value, because it may be a secret.
 * @returns undefined if the value is valid; else the valid values, such as `a whole number from 1 to 3600`
 */
export function checkArgument(row: ArgumentDefinition, value: unknown): string | undefined {
  switch (row.kind) {
    case "string":
      return typeof value === "string" ? undefined : "a string";
    case "path":
      return typeof value === "string" && value !== "" ? undefined : "the path of a file";
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "integer":
    case "number": {
      const isRightKind = row.kind === "integer" ? Number.isInteger(value) : typeof value === "number";
      const isInRange = isRightKind && (value as number) >= row.min && (value as number) <= row.max;
      const what = row.kind === "integer" ? "a whole number" : "a number";
      return isInRange ? undefined : `${what} from ${row.min} to ${row.max}`;
    }
  }
}
