import type { ClientConfig } from "../../api/configuration/client-config";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { ConnectionArguments } from "../../reconcile/plan/fleet-member";
import { Reconciler } from "../../reconcile/reconciler";
import { escapeControl } from "../../text/escape-control";
import type { CommandSession } from "../command-session";
import type { ConnectionOptions } from "../connection/connection-options";
import { createClient } from "../connection/create-client";
import { readTokenFile } from "../connection/read-token-file";
import type { ResolvedSource } from "./resolve-source";
import { resolveSource } from "./resolve-source";
import type { ServiceSource } from "./service-source";
import { toSavedConnection } from "./service-source";

/** A service with queues of a fleet. */
export interface FleetService {
  readonly reconciler: Reconciler;
  /** Scheme, host and port. */
  readonly origin: string;
  /** What a saved plan stores of it. */
  readonly connection: ConnectionArguments;
}

/**
 * Prepares calls of all services of a fleet; see {@link resolveSource}. Sources with the same configuration share a client.
 * Connects to nothing yet.
 * @returns one service for each source
 * @throws MergeQueueError that lists all problems: `invalid_stack` or `invalid_plan` if a source has one, else
 *   `invalid_configuration`
 */
export async function connectServices<Source extends ServiceSource>(
  session: CommandSession,
  options: ConnectionOptions,
  sources: readonly Source[],
): Promise<ReadonlyMap<Source, FleetService>> {
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
  const reconcilers = new Map<string, Reconciler>();
  const services = new Map<Source, FleetService>();
  for (const { source, config } of resolved) {
    if (config === undefined) continue;
    const key = toKey(config);
    const reconciler =
      reconcilers.get(key) ?? new Reconciler(await createClient(session, config), context.clock);
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

/** Returns the same key for equal configurations. */
function toKey({ token, ...config }: ClientConfig): string {
  return JSON.stringify([token.reveal(), config]);
}
