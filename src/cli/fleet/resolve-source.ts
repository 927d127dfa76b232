import type { ClientArgument, ClientArguments } from "../../api/configuration/client-arguments";
import { ARGUMENT_KEYS, CLIENT_ARGUMENTS, toVariableName } from "../../api/configuration/client-arguments";
import type { ClientConfig } from "../../api/configuration/client-config";
import { resolveClientConfig } from "../../api/configuration/client-config";
import { checkAllowedHost } from "../../api/configuration/token-rules";
import type { CommandContext } from "../command-context";
import { OPTION_OF_ARGUMENT, toCommandNames } from "../connection/command-names";
import { describeTokenFile } from "../connection/connect";
import type { ConnectionOptions } from "../connection/connection-options";
import { toGivenArguments } from "../connection/given-arguments";
import { describeMissingArgument, findMissingArguments } from "../connection/missing-arguments";
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
  const isOfSource = (name: ClientArgument): boolean =>
    source.arguments.has(name) || source.unresolved.has(name);
  const isChosen = (name: ClientArgument): boolean => chosen[ARGUMENT_KEYS[name]] !== undefined;
  const unresolved = CLIENT_ARGUMENTS.filter((name) => source.unresolved.has(name) && !isChosen(name));
  const given = { ...values, ...dropUndefined(chosen) };
  const missing = findMissingArguments(given, environment).filter((name) => !unresolved.includes(name));
  const { config, findings, warnings } = resolveClientConfig(given, environment, [...unresolved, ...missing]);

  const faults: string[] = [];
  const problems: string[] = [];
  const report = (name: ClientArgument | undefined, message: string): void => {
    if (name !== undefined && isChosen(name)) {
      problems.push(`${OPTION_OF_ARGUMENT[name]}: ${toCommandNames(message)}`);
    } else if (name !== undefined && isOfSource(name)) {
      faults.push(`${source.name}: ${name}: ${message}`);
    } else {
      problems.push(toCommandNames(message));
    }
  };
  for (const name of unresolved) report(name, sayUnresolved(name, source));
  for (const { path, message } of typeFindings) {
    const name = path[0] as ClientArgument;
    if (!isChosen(name)) report(name, message);
  }
  for (const name of missing) report(name, describeMissingArgument(name, { hasStack: true }));
  for (const { path, message } of findings) {
    const name = path[0] as ClientArgument | undefined;
    report(
      name,
      name === undefined || name === "token" || isChosen(name) || isOfSource(name)
        ? message
        : nameVariable(name, message),
    );
  }
  const tokenSource = fileToken === undefined ? undefined : describeTokenFile(options.tokenFile);
  if (config !== undefined && tokenSource !== undefined && options.baseUrl === undefined) {
    // Whoever gives both means it; the address of a stack is somebody else's word.
    const refusal = checkAllowedHost(config.origin, environment["MERGEQUEUE_ALLOWED_HOSTS"], tokenSource);
    if (refusal !== undefined) report("base_url", refusal);
  }
  const isUsable = config !== undefined && faults.length + problems.length === 0;
  return {
    config: isUsable ? { ...config, ...(tokenSource === undefined ? {} : { tokenSource }) } : undefined,
    faults,
    problems,
    warnings: warnings.map(({ message }) => toCommandNames(message)),
  };
}

/** What is wrong with a value of the environment is said of its variable. */
function nameVariable(name: ClientArgument, message: string): string {
  const variable = toVariableName(name);
  return message.includes(variable) ? message : `${variable}: ${message}`;
}

function dropUndefined(values: ClientArguments): ClientArguments {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function sayUnresolved(name: ClientArgument, source: ServiceSource): string {
  return `${source.unresolved.get(name) ?? ""} Give it as ${OPTION_OF_ARGUMENT[name]}.`;
}
