import { hash } from "node:crypto";
import { toWireShape } from "../../../api/additional-fields";
import { pickManaged } from "../../../queue/additional-settings";
import type { DeclaredQueue } from "../../../queue/declared-queue";
import { toCanonicalJson } from "../../../text/to-canonical-json";
import type { Plan, PlannedTask, SavedPlan, ServiceQueue } from "../plan";

/** The `format` field of a saved plan. */
export const PLAN_FORMAT = "mergequeue-plan";

/** The only version that is written and read. */
export const PLAN_VERSION = 1;

/** The provider argument that is never saved. */
export const TOKEN_ARGUMENT = "token";

/** A plan as JSON. It contains the wanted settings, secrets included, but never a token. */
export interface PlanDocument {
  readonly format: typeof PLAN_FORMAT;
  readonly version: typeof PLAN_VERSION;
  /** `sha256:` and 64 hexadecimal digits over everything else: detects damage, not forgery. */
  readonly checksum: string;
  readonly mode: Plan["mode"];
  /** Digest of the plan. */
  readonly digest: string;
  /** Origin and arguments of each service. Queues refer to them by index. */
  readonly connections: readonly object[];
  readonly queues: readonly object[];
}

/** Returns a plan as its file: the inputs from which reading makes the same plan again. */
export function toPlanDocument({ plan, tasks }: SavedPlan): PlanDocument {
  const connections = new Map<string, { readonly index: number; readonly connection: object }>();
  const queues = tasks.map((task) => {
    const connection = toConnection(task);
    const key = toCanonicalJson(connection);
    const { index } = connections.get(key) ?? { index: connections.size };
    connections.set(key, { index, connection });
    return { connection: index, ...toQueue(task.queue), seen: toSeen(task) };
  });
  const content = {
    mode: plan.mode,
    digest: plan.digest,
    connections: [...connections.values()].map(({ connection }) => connection),
    queues,
  };
  return { format: PLAN_FORMAT, version: PLAN_VERSION, checksum: createChecksum(content), ...content };
}

/** Returns the checksum of a document without format, version and checksum. */
export function createChecksum(
  content: {
    readonly [Name in "mode" | "digest" | "connections" | "queues"]?: unknown;
  },
): string {
  const { mode, digest, connections, queues } = content;
  const text = JSON.stringify({ mode, digest, connections, queues });
  return `sha256:${hash("sha256", text)}`;
}

function toConnection({ origin, connection }: ServiceQueue): object {
  const kept = [...connection].filter(([name]) => name !== TOKEN_ARGUMENT);
  return { origin, arguments: Object.fromEntries(kept) };
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

function toSeen({ seen }: PlannedTask): object | null {
  return seen === undefined ? null : { ...seen, pullRequests: toWireShape(seen.pullRequests) };
}
