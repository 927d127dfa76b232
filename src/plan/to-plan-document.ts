import { hash } from "node:crypto";
import { pickManaged } from "../queue/additional-settings";
import type { DeclaredQueue } from "../queue/declared-queue";
import { toCanonicalJson } from "../text/to-canonical-json";
import { toWireShape } from "../wire/additional-fields";
import type { SavedPlan, Service, Task } from "./plan";

/** The `format` field of a saved plan. */
export const PLAN_FORMAT = "mergequeue-plan";

/** The only version of the file that the product writes and reads. */
export const PLAN_VERSION = 1;

/** The provider argument that a plan's file never contains. */
export const TOKEN_ARGUMENT = "token";

/** Returns the JSON value of a plan's file: the plan's inputs with their secrets, but without the token. */
export function toPlanDocument({ plan, tasks }: SavedPlan<Task<Service>>): object {
  const connections = new Map<string, { readonly index: number; readonly connection: object }>();
  const queues = tasks.map((task) => {
    const { origin, connection: given } = task.service;
    const kept = [...given].filter(([name]) => name !== TOKEN_ARGUMENT);
    const connection = { origin, arguments: Object.fromEntries(kept) };
    const key = toCanonicalJson(connection);
    const { index } = connections.get(key) ?? { index: connections.size };
    connections.set(key, { index, connection });
    const seen = task.seen && { ...task.seen, pullRequests: toWireShape(task.seen.pullRequests) };
    return { connection: index, ...toQueue(task.queue), seen: seen ?? null };
  });
  const { mode, digest } = plan;
  // Queues refer to services by index.
  const services = [...connections.values()].map(({ connection }) => connection);
  const content = { mode, digest, connections: services, queues };
  return { format: PLAN_FORMAT, version: PLAN_VERSION, checksum: createChecksum(content), ...content };
}

/** Returns the checksum of a saved plan's content. The checksum reveals damage, but not forgery. */
export function createChecksum(
  content: { readonly [Name in "mode" | "digest" | "connections" | "queues"]?: unknown },
): string {
  const { mode, digest, connections, queues } = content;
  const text = JSON.stringify({ mode, digest, connections, queues });
  return `sha256:${hash("sha256", text)}`;
}

function toQueue(queue: DeclaredQueue): object {
  const { address, stack, identity, wanted, sensitive, deletionPolicy, timeoutsMs } = queue;
  return {
    address,
    stack,
    identity,
    settings: wanted.settings,
    additionalSettings: Object.fromEntries(pickManaged(wanted.additionalSettings)),
    sensitive: [...sensitive],
    deletionPolicy,
    timeoutsMs,
  };
}
