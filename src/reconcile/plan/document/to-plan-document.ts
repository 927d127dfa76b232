import { createHash } from "node:crypto";
import { toWireShape } from "../../../api/additional-fields";
import { pickManaged } from "../../../queue/additional-settings";
import type { FleetPlace, FleetQueue } from "../fleet-member";
import type { FleetPlan } from "../fleet-plan";
import type { PlannedTask, SavedPlan } from "../prepared-plan";
import { toCanonicalJson } from "../to-canonical-json";

/** What a file with a plan of ours says that it is. */
export const PLAN_FORMAT = "mergequeue-plan";

/** Version of the form that is written; others cannot be read. */
export const PLAN_VERSION = 1;

/** The provider argument that is never saved. */
export const TOKEN_ARGUMENT = "token";

/** A plan in a form that JSON has. Secrets among what is wanted are in it; a token never is. */
export interface PlanDocument {
  readonly format: typeof PLAN_FORMAT;
  readonly version: typeof PLAN_VERSION;
  /** `sha256:` and 64 hexadecimal digits over everything else: tells a damaged file, not a forged one. */
  readonly checksum: string;
  readonly mode: FleetPlan["mode"];
  /** Digest of the plan. */
  readonly digest: string;
  /** How services were reached: origin and arguments. Queues name them by their place in the list. */
  readonly connections: readonly object[];
  readonly queues: readonly object[];
}

/** Answers a plan as a file holds it: what it was made from, out of which reading it makes the same plan again. */
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

/** Answers the checksum of a document: of everything in it but format, version and checksum. */
export function createChecksum(
  content: {
    readonly [Name in "mode" | "digest" | "connections" | "queues"]?: unknown;
  },
): string {
  const { mode, digest, connections, queues } = content;
  const text = JSON.stringify({ mode, digest, connections, queues });
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

function toConnection({ origin, connection }: FleetPlace): object {
  const kept = [...connection].filter(([name]) => name !== TOKEN_ARGUMENT);
  return { origin, arguments: Object.fromEntries(kept) };
}

function toQueue(queue: FleetQueue): object {
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
