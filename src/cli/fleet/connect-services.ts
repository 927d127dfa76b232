import type { ArgumentFinding, ClientArguments } from "../../api/configuration/client-arguments";
import { type ClientConfig, resolveClientConfig } from "../../api/configuration/client-config";
import { checkAllowedHost } from "../../api/configuration/token-rules";
import { RequestLimiter } from "../../api/retry/request-limiter";
import { MergeQueueError } from "../../queue/merge-queue-error";
import {
  type ArgumentName,
  findArgument,
  PROVIDER_ARGUMENTS,
  toOptionFlag,
} from "../../queue/provider-arguments";
import { TERRAFORM_VOCABULARY } from "../../queue/vocabulary";
import type { ConnectionArguments } from "../../reconcile/plan/plan";
import { Reconciler } from "../../reconcile/reconciler";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext, CommandSession } from "../command-session";
import { createClient } from "../connection/connect";
import {
  type ConnectionOptions,
  createCommandVocabulary,
  describeOptionFinding,
  describeTokenFile,
  toGivenArguments,
} from "../connection/connection-options";
import { readTokenFile } from "../files/read-token-file";
import { readArguments, type ServiceSource, toSavedConnection } from "./service-source";

/** A service with queues of a fleet. */
export interface ConnectedService {
  readonly reconciler: Reconciler;
  /** Scheme, host and port. */
  readonly origin: string;
  /** What a saved plan stores of it. */
  readonly connection: ConnectionArguments;
}

/**
 * Prepares calls of all services of a fleet; see {@link resolveSource}. Sources with the same configuration share a client.
 * Connects to nothing yet.
 * @throws MergeQueueError that lists all problems: `invalid_stack` or `invalid_plan` if a source has one, else
 *   `invalid_configuration`
 */
export async function connectServices<Source extends ServiceSource>(
  session: CommandSession,
  options: ConnectionOptions,
  sources: readonly Source[],
): Promise<ReadonlyMap<Source, ConnectedService>> {
  const { context, addSecret } = session;
  const file = options.tokenFile === undefined ? undefined : await readTokenFile(context, options.tokenFile);
  if (file !== undefined) addSecret(file.token);
  for (const source of sources) addSecret(String(source.arguments.get("token") ?? ""));
  const resolved = sources.map((source) => ({
    source,
    ...resolveSource(context, options, file?.token, source),
  }));
  const warnings = new Set(resolved.flatMap((each) => each.warnings));
  if (file?.warning !== undefined) warnings.add(file.warning);
  for (const warning of warnings) context.writeError(escapeControl(`Warning: ${warning}\n`));
  requireNoProblems(resolved);
  const limiter = new RequestLimiter(context.clock, options.parallelism);
  const reconcilers = new Map<string, Reconciler>();
  const services = new Map<Source, ConnectedService>();
  for (const { source, config } of resolved) {
    if (config === undefined) continue;
    const key = toKey(config);
    const reconciler =
      reconcilers.get(key) ?? new Reconciler(await createClient(session, config, limiter), context.clock);
    reconcilers.set(key, reconciler);
    const { origin, basePath } = config;
    services.set(source, {
      reconciler,
      origin,
      connection: toSavedConnection(source, `${origin}${basePath}`),
    });
  }
  return services;
}

/** Problems that several providers share are listed once. */
function requireNoProblems(resolved: readonly (ResolvedSource & { readonly source: ServiceSource })[]): void {
  const faulty = resolved.find(({ faults }) => faults.length > 0);
  const messages = new Set(resolved.flatMap(({ faults, problems }) => [...faults, ...problems]));
  if (messages.size === 0) return;
  throw new MergeQueueError(faulty?.source.faultCode ?? "invalid_configuration", [...messages].join("\n"));
}

function toKey({ token, ...config }: ClientConfig): string {
  return JSON.stringify([token.reveal(), config]);
}

/** A source, completed by options and environment. */
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
 */
function resolveSource(
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
