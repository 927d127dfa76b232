import type { ArgumentFinding, ClientArguments } from "../../api/client-arguments";
import { resolveClientConfig } from "../../api/client-config";
import { RequestLimiter } from "../../api/request-limiter";
import { checkAllowedHost } from "../../api/token-rules";
import type { ConnectionArguments, ReachableService } from "../../plan/plan";
import { MergeQueueError } from "../../queue/merge-queue-error";
import {
  type ArgumentName,
  findArgument,
  PROVIDER_ARGUMENTS,
  tryFindArgument,
} from "../../queue/provider-arguments";
import { TERRAFORM_VOCABULARY, type Vocabulary } from "../../queue/vocabulary";
import { Reconciler } from "../../reconcile/reconciler";
import type { DeclaredProvider } from "../../stack/stack-reading";
import type { CommandContext, CommandSession } from "../command-session";
import { createClient, readToken, writeWarnings } from "../connection/connect";
import {
  type ConnectionOptions,
  createCommandVocabulary,
  describeOptionFinding,
  describeTokenFile,
  toGivenArguments,
  toOptionFlag,
} from "../connection/connection-options";

/** Argument of a saved plan: whether the stack gives the token. The token itself is never in a plan. */
export const OWN_TOKEN = "has_own_token";

export interface ServiceSource extends Pick<DeclaredProvider, "arguments" | "unresolved"> {
  /** Name in messages: `Provider "mergequeue.eu" of stack "queues"`. */
  readonly name: string;
  readonly faultCode: "invalid_stack" | "invalid_plan";
}

/** Connects to services. Equal connections share a client. @throws MergeQueueError that lists all problems */
export async function connectServices<Key>(
  session: CommandSession,
  options: ConnectionOptions,
  sources: ReadonlyMap<Key, ServiceSource>,
): Promise<ReadonlyMap<Key, ReachableService>> {
  const { context, addSecret } = session;
  const file = await readToken(session, options);
  for (const source of sources.values()) addSecret(String(source.arguments.get("token") ?? ""));
  const resolved = [...sources].map(([key, source]) => ({
    ...{ key, source },
    ...resolveSource(context, options, file?.token, source),
  }));
  writeWarnings(context, new Set([...resolved.flatMap(({ warnings }) => warnings), file?.warning]));
  const faulty = resolved.find(({ faults }) => faults.length > 0);
  const problems = new Set(resolved.flatMap((each) => [...each.faults, ...each.problems]));
  if (problems.size > 0) {
    const code = faulty?.source.faultCode ?? "invalid_configuration";
    throw new MergeQueueError(code, [...problems].join("\n"));
  }
  const limiter = new RequestLimiter(context.clock, options.parallelism);
  const reconcilers = new Map<string, Reconciler>();
  const services = new Map<Key, ReachableService>();
  for (const { key, source, config } of resolved) {
    if (config === undefined) continue;
    const { token, ...others } = config;
    const same = JSON.stringify([token.reveal(), others]);
    const reconciler =
      reconcilers.get(same) ?? new Reconciler(await createClient(session, config, limiter), context.clock);
    reconcilers.set(same, reconciler);
    const { origin, basePath } = config;
    services.set(key, { reconciler, origin, connection: toSaved(source, `${origin}${basePath}`) });
  }
  return services;
}

/** Returns the connection's arguments for a saved plan: always with the address, never with the token. */
function toSaved({ arguments: given }: ServiceSource, baseUrl: string): ConnectionArguments {
  const kept = new Map([...given].filter(([key]) => key !== "token" && tryFindArgument(key) !== undefined));
  kept.set("base_url", baseUrl);
  if (given.has("token")) kept.set(OWN_TOKEN, true);
  return kept;
}

/**
 * Resolves the connection to a service. The command's options override the stack, which overrides the
 * environment. If an argument of the stack is unknown, the environment does not replace it. If the stack
 * gives an address that `MERGEQUEUE_ALLOWED_HOSTS` excludes, the operator's token is not sent there.
 * @returns the configuration, or sentences: `faults` of the source and `problems` of options and environment
 */
function resolveSource(
  { environment }: Pick<CommandContext, "environment">,
  options: ConnectionOptions,
  fileToken: string | undefined,
  source: ServiceSource,
) {
  const chosen = toGivenArguments(options, fileToken);
  // The stack's types are checked where it is read.
  const values = PROVIDER_ARGUMENTS.map(({ attribute, name }) => [name, source.arguments.get(attribute)]);
  const isChosen = (name: ArgumentName): boolean => chosen[findArgument(name).name] !== undefined;
  const isOfSource = (name: ArgumentName | undefined): name is ArgumentName =>
    name !== undefined && !isChosen(name) && (source.arguments.has(name) || source.unresolved.has(name));
  const unresolved = PROVIDER_ARGUMENTS.map(({ attribute }) => attribute).filter(
    (name) => source.unresolved.has(name) && !isChosen(name),
  );
  const tokenSource =
    fileToken === undefined ? TERRAFORM_VOCABULARY.tokenSource : describeTokenFile(options.tokenFile);
  const vocabulary: Vocabulary = {
    ...createCommandVocabulary(options.tokenFile),
    tokenSource,
    nameArgument: (name) => (isOfSource(name) ? name : toOptionFlag(name)),
  };
  const given = { ...(Object.fromEntries(values) as ClientArguments), ...chosen };
  const { config, findings, warnings } = resolveClientConfig(given, environment, unresolved, vocabulary);
  // An address from an option belongs to its token. An address from a stack may not.
  const refusal =
    config !== undefined && fileToken !== undefined && options.baseUrl === undefined
      ? checkAllowedHost(config.origin, environment["MERGEQUEUE_ALLOWED_HOSTS"], tokenSource)
      : undefined;
  const all: readonly ArgumentFinding[] = [
    ...unresolved.map((argument) => ({
      argument,
      message: `${source.unresolved.get(argument) ?? ""} Give it as ${toOptionFlag(argument)}.`,
    })),
    ...findings,
    ...(refusal === undefined ? [] : [{ argument: "base_url" as const, message: refusal }]),
  ];
  return {
    config: all.length === 0 ? config : undefined,
    faults: all.flatMap(({ argument, message }) =>
      isOfSource(argument) ? [`${source.name}: ${argument}: ${message}`] : [],
    ),
    problems: all
      .filter(({ argument }) => !isOfSource(argument))
      .map((finding) => describeOptionFinding(finding, "stack")),
    warnings: warnings.map(({ message }) => message),
  };
}
