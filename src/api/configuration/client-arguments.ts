import {
  type ArgumentDefinition,
  type ArgumentName,
  checkArgument,
  PROVIDER_ARGUMENTS,
  toVariableName,
} from "../../queue/provider-arguments";

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

/** One thing that is wrong with the configuration of a client. */
export interface ArgumentFinding {
  /** The argument at fault, by its Terraform name. Absent: a variable without an argument, such as `HTTPS_PROXY`. */
  readonly argument?: ArgumentName;
  /** The environment variable that holds the value. Absent: the value was given explicitly, or is missing. */
  readonly variable?: string;
  /** Whether the argument was given nowhere. Default: false. */
  readonly isMissing?: true;
  /** What is wrong, and what is allowed instead: whole sentences without the place. */
  readonly message: string;
}

/** Returns a finding's message, with the environment variable at fault in front. */
export function describeFinding({ variable, message }: ArgumentFinding): string {
  return variable === undefined ? message : `${variable}: ${message}`;
}

/** The arguments' values, and what is wrong with them. */
export interface ResolvedArguments {
  /** Values of a right type and range, wherever they came from. */
  readonly values: ClientArguments;
  /** Arguments whose value came from the environment. */
  readonly fromEnvironment: ReadonlySet<ArgumentName>;
  /** Everything that is wrong. */
  readonly findings: readonly ArgumentFinding[];
}

/**
 * Picks each argument's value: the explicit one, else the environment variable's. An empty variable counts as unset; an
 * unknown argument gets no value.
 * @param unknown - arguments whose value is not known yet, as in a Terraform plan
 */
export function resolveArguments(
  explicit: ClientArguments,
  env: Environment,
  unknown: readonly ArgumentName[],
): ResolvedArguments {
  const findings: ArgumentFinding[] = [];
  const fromEnvironment = new Set<ArgumentName>();
  const values: [string, unknown][] = [];
  for (const row of PROVIDER_ARGUMENTS) {
    const { attribute, name } = row;
    const variable = toVariableName(attribute);
    const given = explicit[name];
    const text = env[variable]?.trim() ?? "";
    if (unknown.includes(attribute) || (given === undefined && text === "")) continue;
    const value = given ?? parseVariable(row, text);
    const expected = checkArgument(row, value);
    if (expected === undefined) {
      values.push([name, value]);
      if (given === undefined) fromEnvironment.add(attribute);
    } else if (given === undefined) {
      const message = `It is ${JSON.stringify(text)}, but must be ${expected}.`;
      findings.push({ argument: attribute, variable, message });
    } else {
      findings.push({ argument: attribute, message: `It is ${String(given)}, but must be ${expected}.` });
    }
  }
  return { values: Object.fromEntries(values), fromEnvironment, findings };
}

/** Returns undefined for text that is not a value of the argument's kind. */
function parseVariable({ kind }: ArgumentDefinition, text: string): string | number | boolean | undefined {
  if (kind === "string" || kind === "path") return text;
  if (kind === "boolean") return BOOLEANS.get(text);
  return /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);
