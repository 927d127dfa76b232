import type { Finding } from "../../queue/finding";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { suggestName } from "../../text/suggest-name";
import type { ClientArgument, ClientArguments, Environment } from "./client-arguments";
import { ARGUMENT_KEYS, CLIENT_ARGUMENTS, toVariableName } from "./client-arguments";
import type { ClientConfig } from "./client-config";
import { resolveClientConfig } from "./client-config";

/** What a `MergeQueueClient` is made with. */
export interface MergeQueueClientOptions extends ClientArguments {
  /**
   * Environment variables, `process.env` for example: options that are not set are taken from their twins
   * (`MERGEQUEUE_BASE_URL`, `MERGEQUEUE_TOKEN`, …), the proxy from `HTTPS_PROXY` and `NO_PROXY`. Default: none
   * is read.
   */
  readonly environment?: Environment | undefined;
  /**
   * Name of the caller, which the service gets in the header `x-source`: 1 to 100 visible ASCII characters.
   * Default: `mergequeue`.
   */
  readonly source?: string | undefined;
}

/** Options by name, with the type that they have at run time too. */
const OPTION_TYPES = {
  baseUrl: "string",
  token: "string",
  requestTimeoutSeconds: "number",
  maxRetries: "number",
  maxRequestsPerSecond: "number",
  allowInsecureHttp: "boolean",
  caFile: "string",
  environment: "object",
  source: "string",
} as const satisfies Readonly<Record<keyof MergeQueueClientOptions, string>>;

/** Arguments as messages name them, which are words of no language; `token` means the token itself. */
const ARGUMENT_NAMES = new RegExp(
  `\\b(?:${CLIENT_ARGUMENTS.filter((name) => name !== "token").join("|")})\\b`,
  "g",
);

const DEFAULT_SOURCE = "mergequeue";

/** A client's configuration with the name of the caller. */
export interface CheckedOptions {
  readonly config: ClientConfig;
  readonly source: string;
}

/**
 * Checks the options of a client.
 * @throws MergeQueueError `invalid_configuration` with everything that is wrong; `details.field` is the first
 *   option at fault
 */
export function checkClientOptions(options: MergeQueueClientOptions): CheckedOptions {
  const typeFindings = listTypeFindings(options);
  if (typeFindings.length > 0) throw refuse(typeFindings);
  const { environment = {}, source = DEFAULT_SOURCE, ...explicit } = options;
  const { config, findings } = resolveClientConfig(explicit, environment);
  const all = findings.map((finding) => toOptionFinding(finding, options));
  if (!/^[!-~]{1,100}$/.test(source)) {
    all.push({ path: ["source"], message: "It must have 1 to 100 visible ASCII characters." });
  }
  if (config === undefined || all.length > 0) throw refuse(all);
  const isFromEnvironment = config.tokenSource === toVariableName("token");
  return { config: isFromEnvironment ? config : { ...config, tokenSource: 'the option "token"' }, source };
}

/** Answers a message about the client with the names of the options. */
export function toOptionNames(message: string): string {
  return message
    .replaceAll('the provider argument "token"', 'the option "token"')
    .replace(ARGUMENT_NAMES, (name) => ARGUMENT_KEYS[name as ClientArgument]);
}

/** Callers without a type checker mix things up; a value is not repeated, because it may be the token. */
function listTypeFindings(options: MergeQueueClientOptions): Finding[] {
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (!Object.hasOwn(OPTION_TYPES, name)) {
      findings.push({
        path: [name],
        message: `There is no such option; there are ${listOptions()}.${suggestName(name, Object.keys(OPTION_TYPES))}`,
      });
      continue;
    }
    const type = OPTION_TYPES[name as keyof typeof OPTION_TYPES];
    if (value !== undefined && (typeof value !== type || value === null)) {
      findings.push({ path: [name], message: `It must be ${type === "object" ? "an" : "a"} ${type}.` });
    }
  }
  return findings;
}

function listOptions(): string {
  return Object.keys(OPTION_TYPES).join(", ");
}

function toOptionFinding({ path, message }: Finding, options: MergeQueueClientOptions): Finding {
  const argument = CLIENT_ARGUMENTS.find((name) => name === path[0]);
  if (argument === undefined) return { path, message };
  const name = ARGUMENT_KEYS[argument];
  const isMissing = options[name] === undefined && message.includes("is missing");
  if (!isMissing) return { path: [name], message: toOptionNames(message) };
  const variable = toVariableName(argument);
  const twin =
    options.environment === undefined
      ? `pass environment: process.env to take it from ${variable}`
      : `set the environment variable ${variable}`;
  return { path: [name], message: `It is missing. Give it, or ${twin}.` };
}

function refuse(findings: readonly Finding[]): MergeQueueError {
  const lines = findings.map(({ path, message }) => [...path, message].join(": "));
  const field = findings.find(({ path }) => path.length > 0)?.path[0];
  return new MergeQueueError(
    "invalid_configuration",
    `The client cannot be made with these options. ${lines.join(" ")}`,
    field === undefined ? {} : { field },
  );
}
