import type { Finding } from "../../queue/finding";

/** Environment variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Arguments of the client by their camelCase names; an absent one may come from the environment. */
export interface ClientArguments {
  /** Address of the service, ending in `/v1`. */
  readonly baseUrl?: string | undefined;
  /** API token. */
  readonly token?: string | undefined;
  /** Seconds that one request may take, a whole number from 1 to 3600. Default 30. */
  readonly requestTimeoutSeconds?: number | undefined;
  /**
   * How often a request may be repeated, a whole number from 0 to 1000. Unset: until the deadline. An address where
   * nothing has answered yet is given up after some 15 seconds in any case.
   */
  readonly maxRetries?: number | undefined;
  /** Requests per second at most, from 0.1 to 1000; may have a fraction. Unset: no fixed rate. */
  readonly maxRequestsPerSecond?: number | undefined;
  /** Whether plain http may be used beyond this machine. Default false. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Path of a PEM file with roots to trust beside the built-in ones. */
  readonly caFile?: string | undefined;
}

/** Provider arguments of the client (the public names). */
export const CLIENT_ARGUMENTS = [
  "base_url",
  "token",
  "request_timeout_seconds",
  "max_retries",
  "max_requests_per_second",
  "allow_insecure_http",
  "ca_file",
] as const;

/** One of {@link CLIENT_ARGUMENTS}. */
export type ClientArgument = (typeof CLIENT_ARGUMENTS)[number];

/** The camelCase name of each argument. */
export const ARGUMENT_KEYS = {
  base_url: "baseUrl",
  token: "token",
  request_timeout_seconds: "requestTimeoutSeconds",
  max_retries: "maxRetries",
  max_requests_per_second: "maxRequestsPerSecond",
  allow_insecure_http: "allowInsecureHttp",
  ca_file: "caFile",
} as const satisfies Readonly<Record<ClientArgument, keyof ClientArguments>>;

/** Smallest and largest value of each argument that is a number; all but the last are whole numbers. */
export const ARGUMENT_BOUNDS = {
  request_timeout_seconds: { min: 1, max: 3600 },
  max_retries: { min: 0, max: 1000 },
  max_requests_per_second: { min: 0.1, max: 1000 },
} as const satisfies { readonly [Argument in ClientArgument]?: NumberBounds };

/** Seconds that one request may take where nothing else is said. */
export const DEFAULT_REQUEST_TIMEOUT_SECONDS = 30;

/** Inclusive bounds of a number. */
export interface NumberBounds {
  readonly min: number;
  readonly max: number;
}

/** Answers the environment twin of an argument: `base_url` → `MERGEQUEUE_BASE_URL`. */
export function toVariableName(argument: ClientArgument): string {
  return `MERGEQUEUE_${argument.toUpperCase()}`;
}

/** What {@link resolveArguments} answers. */
export interface ResolvedArguments {
  /** Values of a right type and range, wherever they came from. */
  readonly values: ClientArguments;
  /** Arguments whose value came from the environment. */
  readonly fromEnvironment: ReadonlySet<ClientArgument>;
  /** Everything that is wrong; paths are argument names. */
  readonly findings: readonly Finding[];
}

/**
 * Picks each argument's value: the explicit one, else that of its environment twin; an empty variable counts
 * as unset, and an argument that is unknown as yet gets no value at all.
 * @param unknown - arguments whose value is not known yet, as in a Terraform plan
 */
export function resolveArguments(
  explicit: ClientArguments,
  env: Environment,
  unknown: readonly ClientArgument[],
): ResolvedArguments {
  const findings: Finding[] = [];
  const fromEnvironment = new Set<ClientArgument>();

  function pick<T extends string | number | boolean>(
    argument: ClientArgument,
    given: T | undefined,
    parse: (text: string) => T | undefined,
    rule: { readonly isAllowed: (value: T) => boolean; readonly text: string },
  ): T | undefined {
    const variable = toVariableName(argument);
    const text = env[variable]?.trim() ?? "";
    if (unknown.includes(argument) || (given === undefined && text === "")) return undefined;
    const value = given ?? parse(text);
    if (value !== undefined && rule.isAllowed(value)) {
      if (given === undefined) fromEnvironment.add(argument);
      return value;
    }
    const where = given === undefined ? `${variable} is ${JSON.stringify(text)}` : `It is ${String(given)}`;
    findings.push({ path: [argument], message: `${where}, but must be ${rule.text}.` });
    return undefined;
  }

  const anyText = { isAllowed: () => true, text: "a string" };
  const values: ClientArguments = {
    baseUrl: pick("base_url", explicit.baseUrl, (text) => text, anyText),
    token: pick("token", explicit.token, (text) => text, anyText),
    requestTimeoutSeconds: pick(
      "request_timeout_seconds",
      explicit.requestTimeoutSeconds,
      toNumber,
      whole(ARGUMENT_BOUNDS.request_timeout_seconds),
    ),
    maxRetries: pick("max_retries", explicit.maxRetries, toNumber, whole(ARGUMENT_BOUNDS.max_retries)),
    maxRequestsPerSecond: pick(
      "max_requests_per_second",
      explicit.maxRequestsPerSecond,
      toNumber,
      between(ARGUMENT_BOUNDS.max_requests_per_second),
    ),
    allowInsecureHttp: pick("allow_insecure_http", explicit.allowInsecureHttp, toBoolean, {
      isAllowed: () => true,
      text: "true, false, 1 or 0",
    }),
    caFile: pick("ca_file", explicit.caFile, (text) => text, {
      isAllowed: (value) => value !== "",
      text: "the path of a file",
    }),
  };
  return { values, fromEnvironment, findings };
}

interface NumberRule {
  readonly isAllowed: (value: number) => boolean;
  readonly text: string;
}

function between({ min, max }: NumberBounds): NumberRule {
  return {
    isAllowed: (value) => value >= min && value <= max,
    text: `a number from ${min} to ${max}`,
  };
}

function whole({ min, max }: NumberBounds): NumberRule {
  return {
    isAllowed: (value) => Number.isInteger(value) && value >= min && value <= max,
    text: `a whole number from ${min} to ${max}`,
  };
}

function toNumber(text: string): number | undefined {
  return /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

function toBoolean(text: string): boolean | undefined {
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : undefined;
}
