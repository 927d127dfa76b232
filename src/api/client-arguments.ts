import {
  type ArgumentDefinition,
  type ArgumentName,
  checkArgument,
  PROVIDER_ARGUMENTS,
  toVariableName,
} from "../queue/provider-arguments";

/** Environment variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Arguments of the client by their camelCase names; an absent one may come from the environment. */
export interface ClientArguments {
  /**
   * Address of the service. `/v1` or `/v2` at its end chooses the interface, else it is `/v1`; a token that
   * begins with `trunk_v2_` always uses `/v2` there.
   */
  readonly baseUrl?: string | undefined;
  /** API token. */
  readonly token?: string | undefined;
  /** Seconds that one request may take, a whole number from 1 to 3600. Default 30. */
  readonly requestTimeoutSeconds?: number | undefined;
  /**
   * Maximum retries of a request, a whole number from 0 to 1000. Default: until the deadline. If the address
   * has never responded, the client always gives up after about 15 seconds.
   */
  readonly maxRetries?: number | undefined;
  /** Requests per second at most, from 0.1 to 1000; may have a fraction. Unset: no fixed rate. */
  readonly maxRequestsPerSecond?: number | undefined;
  /** Whether plain http may be used beyond this machine. Default false. */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Path of a PEM file with roots to trust beside the built-in ones. */
  readonly caFile?: string | undefined;
}

/** The way of a fork's workflow to upload impacted targets. */
export interface ForkedRun {
  /**
   * Id of the workflow run of a fork, sent in place of a token. A service takes only impacted targets with
   * it. Visible ASCII.
   */
  readonly forkedWorkflowRunId?: string | undefined;
}

/** One thing that is wrong with the configuration of a client. */
export interface ArgumentFinding {
  /** The argument at fault, by Terraform name. Absent: a variable without argument, such as `HTTPS_PROXY`. */
  readonly argument?: ArgumentName;
  /** The environment variable that holds the value. Absent: the value was given explicitly, or is missing. */
  readonly variable?: string;
  /** Whether the argument was given nowhere. Default: false. */
  readonly isMissing?: true;
  /** The problem, and what is allowed instead: whole sentences without the place. */
  readonly message: string;
}

/** Returns a finding's message, with the environment variable at fault in front. */
export function describeFinding({ variable, message }: ArgumentFinding): string {
  return variable === undefined ? message : `${variable}: ${message}`;
}

/**
 * Picks each argument's known value: the explicit one, else a non-empty environment variable. @returns valid
 * values, the names of those from the environment, and all problems
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
