import {
  type ArgumentDefinition,
  type ArgumentName,
  checkArgument,
  PROVIDER_ARGUMENTS,
  toVariableName,
} from "../queue/provider-arguments";

/** Environment variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Arguments of the client by their camelCase names. Absent arguments may come from the environment. */
export interface ClientArguments {
  /**
   * Address of the service. The address's end, `/v1` or `/v2`, chooses the interface. Default: `/v1`. A token
   * that begins with `trunk_v2_` always uses `/v2`.
   */
  readonly baseUrl?: string | undefined;
  /** API token of the organization. */
  readonly token?: string | undefined;
  /** Maximum seconds of one request, a whole number from 1 to 3600. Default: 30. */
  readonly requestTimeoutSeconds?: number | undefined;
  /**
   * Maximum retries of a request, a whole number from 0 to 1000. Default: retries until the deadline. If the
   * address has never responded, the client always gives up after about 15 seconds.
   */
  readonly maxRetries?: number | undefined;
  /** Maximum requests per second, a number from 0.1 to 1000. Default: no fixed rate. */
  readonly maxRequestsPerSecond?: number | undefined;
  /** Whether to allow plain http to other machines. Default: false. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Path of a PEM file with root certificates to trust in addition to the built-in ones. */
  readonly caFile?: string | undefined;
}

/** Credentials of a fork's workflow. */
export interface ForkedRun {
  /** Id of a fork's workflow run. Replaces the token, but only to upload impacted targets. Visible ASCII. */
  readonly forkedWorkflowRunId?: string | undefined;
}

export interface ArgumentFinding {
  /** Terraform name of the argument at fault. Absent if a variable such as `HTTPS_PROXY` is at fault. */
  readonly argument?: ArgumentName;
  /** The environment variable at fault. Absent if the argument was given explicitly or is missing. */
  readonly variable?: string;
  readonly isMissing?: true;
  /** The problem and the valid values, as sentences that do not name the argument. */
  readonly message: string;
}

/** Returns a finding's message, preceded by the environment variable at fault, if any. */
export function describeFinding({ variable, message }: ArgumentFinding): string {
  return variable === undefined ? message : `${variable}: ${message}`;
}

/**
 * Takes each known value from the explicit arguments, or else from an environment variable that is not empty.
 * @returns valid values, the names of arguments from the environment, and all problems
 */
export function resolveArguments(
  explicit: ClientArguments,
  env: Environment,
  unknown: readonly ArgumentName[],
): {
  readonly values: ClientArguments;
  readonly fromEnvironment: ReadonlySet<ArgumentName>;
  readonly findings: ArgumentFinding[];
} {
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
    if (given === undefined) fromEnvironment.add(attribute);
    if (expected === undefined) values.push([name, value]);
    else {
      const place = given === undefined ? { argument: attribute, variable } : { argument: attribute };
      const shown = given === undefined ? JSON.stringify(text) : String(given);
      findings.push({ ...place, message: `It is ${shown}, but must be ${expected}.` });
    }
  }
  return { values: Object.fromEntries(values), fromEnvironment, findings };
}

function parseVariable({ kind }: ArgumentDefinition, text: string): string | number | boolean | undefined {
  if (kind === "string" || kind === "path") return text;
  if (kind === "boolean") {
    const isTrue = text === "true" || text === "1";
    return isTrue || text === "false" || text === "0" ? isTrue : undefined;
  }
  return /^\d{1,10}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined;
}
