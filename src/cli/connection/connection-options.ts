import { Option } from "commander";
import type { ArgumentFinding, ClientArguments, ForkedRun } from "../../api/client-arguments";
import { type ArgumentName, PROVIDER_ARGUMENTS, toVariableName } from "../../queue/provider-arguments";
import { keepWireName, type Vocabulary } from "../../queue/vocabulary";
import { quote } from "../../text/quote";
import { STANDARD_INPUT } from "../files/read-input-file";

export interface ConnectionOptions extends Readonly<Partial<Record<string, unknown>>> {
  readonly baseUrl?: string;
  /** Path of the token file, or `-` for standard input. */
  readonly tokenFile?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  /** Id of a fork's workflow run, sent in place of a token. */
  readonly forkedRun?: string;
  /** Maximum concurrent requests. Default: 12. */
  readonly parallelism?: number;
}

export interface ShowOptions extends ConnectionOptions {
  readonly json?: boolean;
}

export interface ChangeOptions extends ShowOptions {
  readonly autoApprove?: boolean;
}

/** Time limit of commands that only read: `ms` in milliseconds, `text` for the help. */
export const READ_TIMEOUT = { ms: 60_000, text: "1m" } as const;

export const WRITE_TIMEOUT = { ms: 300_000, text: "5m" } as const;

export const WAIT_TIMEOUT = { ms: 3_600_000, text: "60m" } as const;

/** For each argument of the provider, the flag and the help text of the command's option. */
export const ARGUMENT_OPTIONS: {
  readonly [Name in ArgumentName]: readonly [flags: string, help: string];
} = {
  base_url: ["--base-url <url>", "address of the service"],
  token: ["--token-file <file>", "file with the API token, - for standard input"],
  request_timeout_seconds: ["--request-timeout <seconds>", "seconds that one request may take"],
  max_retries: ["--max-retries <number>", "maximum retries of a request"],
  max_requests_per_second: ["--max-requests-per-second <number>", "never send faster than this"],
  allow_insecure_http: ["--allow-insecure-http", "allow plain http to other machines"],
  ca_file: ["--ca-file <file>", "PEM file of certificate authorities to trust, besides the built-in ones"],
};

export function toOptionFlag(attribute: ArgumentName): string {
  return ARGUMENT_OPTIONS[attribute][0].replace(/ .*/s, "");
}

export function toGivenArguments(options: ConnectionOptions, token?: string): ClientArguments & ForkedRun {
  const given = PROVIDER_ARGUMENTS.flatMap(({ name, attribute }) => {
    const key = new Option(ARGUMENT_OPTIONS[attribute][0]).attributeName();
    const value = name === "token" ? token : options[key];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...(Object.fromEntries(given) as ClientArguments),
    ...(options.forkedRun === undefined ? {} : { forkedWorkflowRunId: options.forkedRun }),
  };
}

export function createCommandVocabulary(tokenFile: string | undefined): Vocabulary {
  return { tokenSource: describeTokenFile(tokenFile), nameArgument: toOptionFlag, nameSetting: keepWireName };
}

export function describeTokenFile(file: string | undefined): string {
  return file === STANDARD_INPUT ? "standard input" : `the file ${quote(file)}`;
}

/** Describes a finding by names of options. @param alsoFrom - `stack` if a stack can give the address */
export function describeOptionFinding(
  { argument, isMissing, variable, message }: ArgumentFinding,
  alsoFrom?: "stack",
): string {
  if (argument === undefined) return message;
  const option = toOptionFlag(argument);
  // A message about the token names its source itself.
  if (isMissing !== true) return argument === "token" ? message : `${variable ?? option}: ${message}`;
  const wanted = toVariableName(argument);
  if (argument === "token") {
    return `The API token is missing. Set the environment variable ${wanted}, or name a file that contains the token with ${option}.`;
  }
  return (
    `The address of the merge queue service is missing. Give it ${alsoFrom === "stack" ? "to the provider in the stack, or " : ""}as ` +
    `${option}, or set the environment variable ${wanted}. To try things out on this machine, run mergequeue serve.`
  );
}
