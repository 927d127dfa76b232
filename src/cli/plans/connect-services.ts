import { type ClientConfig } from "../../api/configuration/client-config";
import { RequestLimiter } from "../../api/retry/request-limiter";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { tryFindArgument } from "../../queue/provider-arguments";
import type { ConnectionArguments, ReachableQueue } from "../../reconcile/plan/plan";
import { Reconciler } from "../../reconcile/reconciler";
import type { CommandSession } from "../command-session";
import { createClient, readToken, writeWarnings } from "../connection/connect";
import type { ConnectionOptions } from "../connection/connection-options";
import { resolveSource, type ServiceSource } from "./resolve-source";

/** In a saved plan: the stack gives the token. A plan holds none, and the environment's may be another service's. */
export const OWN_TOKEN = "has_own_token";

/**
 * Prepares calls of several services; see {@link resolveSource}. Those with the same configuration share a client. Connects
 * to nothing yet.
 * @throws MergeQueueError that lists all problems, each once: `invalid_stack` or `invalid_plan` if a source has one, else
 *   `invalid_configuration`
 */
export async function connectServices<Key>(
  session: CommandSession,
  options: ConnectionOptions,
  sources: ReadonlyMap<Key, ServiceSource>,
): Promise<ReadonlyMap<Key, Omit<ReachableQueue, "queue">>> {
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
  const services = new Map<Key, Omit<ReachableQueue, "queue">>();
  for (const { key, source, config } of resolved) {
    if (config === undefined) continue;
    const same = toConfigKey(config);
    const reconciler =
      reconcilers.get(same) ?? new Reconciler(await createClient(session, config, limiter), context.clock);
    reconcilers.set(same, reconciler);
    const { origin, basePath } = config;
    services.set(key, { reconciler, origin, connection: toSaved(source, `${origin}${basePath}`) });
  }
  return services;
}

function toConfigKey({ token, ...config }: ClientConfig): string {
  return JSON.stringify([token.reveal(), config]);
}

/** Returns what a saved plan stores: the address, wherever it came from, and the other arguments, without the token. */
function toSaved({ arguments: given }: ServiceSource, baseUrl: string): ConnectionArguments {
  const kept = new Map(
    [...given].filter(([name]) => name !== "token" && tryFindArgument(name) !== undefined),
  );
  kept.set("base_url", baseUrl);
  if (given.has("token")) kept.set(OWN_TOKEN, true);
  return kept;
}
