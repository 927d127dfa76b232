import type { Finding } from "../../queue/finding";
import { MergeQueueError } from "../../queue/merge-queue-error";
import {
  findArgument,
  PROVIDER_ARGUMENTS,
  toArgumentType,
  toVariableName,
} from "../../queue/provider-arguments";
import { keepWireName, type Vocabulary } from "../../queue/vocabulary";
import { suggestName } from "../../text/suggest-name";
import {
  type ArgumentFinding,
  type ClientArguments,
  describeFinding,
  type Environment,
  type ForkedRun,
} from "../client-arguments";
import { type ClientConfig, resolveClientConfig } from "../client-config";

/** Options of `MergeQueueClient`. */
export interface MergeQueueClientOptions extends ClientArguments, ForkedRun {
  /**
   * Environment variables, such as `process.env`. Variables such as `MERGEQUEUE_TOKEN` replace missing
   * options. `HTTPS_PROXY` and `NO_PROXY` set the proxy. Default: the client reads no variables.
   */
  readonly environment?: Environment | undefined;
  /** Name of the caller, sent as `x-source`: 1 to 100 visible ASCII characters. Default: `mergequeue`. */
  readonly source?: string | undefined;
}

const OPTION_TYPES: ReadonlyMap<string, string> = new Map([
  ...PROVIDER_ARGUMENTS.map((row) => [row.name, toArgumentType(row).replace("bool", "boolean")] as const),
  ["forkedWorkflowRunId", "string"],
  ["environment", "object"],
  ["source", "string"],
]);

const OPTION_VOCABULARY: Vocabulary = {
  tokenSource: 'the option "token"',
  nameArgument: (attribute) => findArgument(attribute).name,
  nameSetting: keepWireName,
};

/** @throws MergeQueueError `invalid_configuration` with all faults. `details.field`: the first bad option */
export function checkClientOptions(options: MergeQueueClientOptions): {
  readonly config: ClientConfig;
  readonly source: string;
} {
  const typeFindings = listTypeFindings(options);
  if (typeFindings.length > 0) throw refuse(typeFindings);
  const { environment = {}, source = "mergequeue", ...explicit } = options;
  const { config, findings } = resolveClientConfig(explicit, environment, [], OPTION_VOCABULARY);
  const all = findings.map((finding) => toOptionFinding(finding, options));
  if (!/^[!-~]{1,100}$/.test(source)) {
    all.push({ path: ["source"], message: "It must have 1 to 100 visible ASCII characters." });
  }
  if (config === undefined || all.length > 0) throw refuse(all);
  return { config, source };
}

/** Checks types, for JavaScript callers. Messages do not repeat a value, because it may be the token. */
function listTypeFindings(options: MergeQueueClientOptions): Finding[] {
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const type = OPTION_TYPES.get(name);
    if (type === undefined) {
      const known = [...OPTION_TYPES.keys()];
      const message = `There is no such option. The options are ${known.join(", ")}.${suggestName(name, known)}`;
      findings.push({ path: [name], message });
    } else if (value !== undefined && (typeof value !== type || value === null)) {
      findings.push({ path: [name], message: `It must be ${type === "object" ? "an" : "a"} ${type}.` });
    }
  }
  return findings;
}

function toOptionFinding(finding: ArgumentFinding, { environment }: MergeQueueClientOptions): Finding {
  const { argument, isMissing } = finding;
  if (argument === undefined) return { path: [], message: finding.message };
  const path = [findArgument(argument).name];
  if (isMissing !== true) return { path, message: describeFinding(finding) };
  const variable = toVariableName(argument);
  const twin = environment
    ? `set the environment variable ${variable}`
    : `pass environment: process.env to take the value from ${variable}`;
  return { path, message: `It is missing. Pass this option, or ${twin}.` };
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
