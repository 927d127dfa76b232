import type { ArgumentFinding, ClientArguments } from "../../api/configuration/client-arguments";
import type { ClientConfig } from "../../api/configuration/client-config";
import { resolveClientConfig } from "../../api/configuration/client-config";
import { checkAllowedHost } from "../../api/configuration/token-rules";
import type { ArgumentName } from "../../queue/provider-arguments";
import { findArgument, PROVIDER_ARGUMENTS, toOptionFlag } from "../../queue/provider-arguments";
import { TERRAFORM_VOCABULARY } from "../../queue/vocabulary";
import type { CommandContext } from "../command-context";
import {
  createCommandVocabulary,
  describeOptionFinding,
  describeTokenFile,
} from "../connection/command-vocabulary";
import type { ConnectionOptions } from "../connection/connection-options";
import { toGivenArguments } from "../connection/connection-options";
import type { ServiceSource } from "./service-source";
import { readArguments } from "./service-source";

/** What a source comes to, together with options and environment. */
export interface ResolvedSource {
  /** Undefined if there are problems. */
  readonly config: ClientConfig | undefined;
  /** Everything that is wrong with what the source says, as sentences that name it. */
  readonly faults: readonly string[];
  /** Everything that is wrong with options and environment, as sentences in the words of the command. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Resolves how a service is reached: options of the command first, then what the stack says, then the environment. What
 * the stack sets to something unknown never falls back to the environment, and no token of the operator's goes to an
 * address of the stack's that `MERGEQUEUE_ALLOWED_HOSTS` does not allow (promise S-07).
 * @param fileToken - what the file holds that `--token-file` names
 */
export function resolveSource(
  { environment }: Pick<CommandContext, "environment">,
  options: ConnectionOptions,
  fileToken: string | undefined,
  source: ServiceSource,
): ResolvedSource {
  const chosen = toGivenArguments(options, fileToken);
  const { values, findings: typeFindings } = readArguments(source);
  const isChosen = (name: ArgumentName): boolean => chosen[findArgument(name).name] !== undefined;
  const isOfSource = (name: ArgumentName): boolean =>
    !isChosen(name) && (source.arguments.has(name) || source.unresolved.has(name));
  const unresolved = PROVIDER_ARGUMENTS.map(({ attribute }) => attribute).filter(
    (name) => source.unresolved.has(name) && !isChosen(name),
  );
  const tokenSource =
    fileToken === undefined ? TERRAFORM_VOCABULARY.tokenSource : describeTokenFile(options.tokenFile);
  const vocabulary = {
    ...createCommandVocabulary(options.tokenFile),
    tokenSource,
    nameArgument: (name: ArgumentName) => (isOfSource(name) ? name : toOptionFlag(name)),
  };
  const given: ClientArguments = { ...values, ...chosen };
  const { config, findings, warnings } = resolveClientConfig(given, environment, unresolved, vocabulary);

  const faults: string[] = [];
  const problems: string[] = [];
  const report = (finding: ArgumentFinding): void => {
    const { argument, message } = finding;
    if (argument !== undefined && isOfSource(argument)) {
      faults.push(`${source.name}: ${argument}: ${message}`);
    } else {
      problems.push(describeOptionFinding(finding, { hasStack: true }));
    }
  };
  for (const argument of unresolved) report({ argument, message: sayUnresolved(argument, source) });
  for (const finding of typeFindings) {
    if (isOfSource(finding.argument)) report(finding);
  }
  for (const finding of findings) report(finding);
  if (config !== undefined && fileToken !== undefined && options.baseUrl === undefined) {
    // Options that give both are meant together; the address of a stack is not the operator's own choice.
    const message = checkAllowedHost(config.origin, environment["MERGEQUEUE_ALLOWED_HOSTS"], tokenSource);
    if (message !== undefined) report({ argument: "base_url", message });
  }
  return {
    config: faults.length + problems.length === 0 ? config : undefined,
    faults,
    problems,
    warnings: warnings.map(({ message }) => message),
  };
}

function sayUnresolved(name: ArgumentName, source: ServiceSource): string {
  return `${source.unresolved.get(name) ?? ""} Give it as ${toOptionFlag(name)}.`;
}
