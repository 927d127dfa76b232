import { ASSUMED_DEFAULTS } from "../../queue/settings";
import type { EngineOptions } from "../engine-options";
import { type EngineState, type LineEntry, type Queue, TIME_IN_QUEUE_BOUNDS_SECONDS } from "../engine-state";
import type { HostPullRequest } from "../host-pull-request";
import { countFrom, countPhases } from "../line/count-phases";
import {
  createSortedMap,
  draftSortedMap,
  isSortedMap,
  type SortedMap,
  type SortedMapDraft,
} from "../sorted-map";

export type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

/** A state that is being changed. */
export interface EngineDraft extends Mutable<EngineState> {
  readonly options: EngineOptions;
  queues: Map<string, Queue>;
  /** The queues that may have changed, or were deleted. */
  readonly opened: Map<string, QueueDraft>;
  /** The queues to check for pull requests that can start or merge now. */
  readonly unsettled: Set<QueueDraft>;
  pullRequests: Map<string, SortedMap<number, HostPullRequest>>;
  /** Those of {@link pullRequests} that may have changed. */
  readonly openedRepositories: Map<string, SortedMapDraft<number, HostPullRequest>>;
}

type Drafted<Value> = Value extends SortedMap<infer Key, infer Item> ? SortedMapDraft<Key, Item> : Value;

export type QueueDraft = {
  -readonly [Name in Exclude<keyof Queue, "line">]: Drafted<Queue[Name]>;
} & {
  /** The line's entries are immutable. To change an entry, replace it. */
  line: LineEntry[];
  /** Ids of the entries that passed at this moment, or that left the line. */
  readonly settled: Set<number>;
  readonly engine: EngineDraft;
  readonly key: string;
  readonly repositoryKey: string;
};

export function createEmptyQueue(given: Pick<Queue, "identity" | "settings"> & Partial<Queue>): Queue {
  return {
    id: "",
    createdAtMs: 0,
    updatedAtMs: 0,
    stateSetAtMs: 0,
    managedState: "manual",
    additionalSettings: new Map(),
    requiredStatuses: undefined,
    switchingReadsLeft: 0,
    isSwitchingModes: false,
    heldFromSequence: undefined,
    submissions: createSortedMap(),
    latestByNumber: createSortedMap(),
    concluded: createSortedMap(),
    testRuns: createSortedMap(),
    impactedTargets: createSortedMap(),
    otherTargets: createSortedMap(),
    parallelFromSequence: 1,
    waiting: createSortedMap(),
    notReady: createSortedMap(),
    ready: createSortedMap(),
    upToDate: createSortedMap(),
    line: [],
    places: 0,
    batchDueAtMs: undefined,
    dueAtMs: undefined,
    totals: {
      merged: 0,
      failed: 0,
      cancelled: 0,
      timeInQueueCounts: TIME_IN_QUEUE_BOUNDS_SECONDS.map(() => 0),
      timeInQueueSumSeconds: 0,
      testRuns: { failed: 0, cancelled: 0, succeeded: 0 },
    },
    restarts: createSortedMap(),
    ...given,
  };
}

const EMPTY_QUEUE = createEmptyQueue({
  identity: { repo: { host: "", owner: "", name: "" }, targetBranch: "" },
  settings: ASSUMED_DEFAULTS,
});
const FIELDS = Object.keys(EMPTY_QUEUE) as (keyof Queue)[];
const MAPS = FIELDS.filter((name) => isSortedMap(EMPTY_QUEUE[name]));

export function draftQueue(engine: EngineDraft, key: string, queue: Queue): QueueDraft {
  // Neither host nor owner nor name contains a slash.
  const repositoryKey = key.split("/", 3).join("/");
  // A literal that starts with the fields of another object, and has more, takes ten times as long.
  const draft: Record<string, unknown> = { engine, key, repositoryKey, settled: new Set(), ...queue };
  draft["line"] = countFrom(queue.line, [...queue.line], {});
  for (const name of MAPS) {
    // States of earlier versions may not have it.
    const map = (queue[name] ?? EMPTY_QUEUE[name]) as SortedMap<unknown, unknown>;
    draft[name] = draftSortedMap(map);
  }
  return draft as unknown as QueueDraft;
}

/** Turns a draft into a queue, without the draft's own fields. Do not change the draft afterwards. */
export function freezeQueue(draft: QueueDraft): Queue {
  const queue: Record<string, unknown> = { ...EMPTY_QUEUE };
  for (const name of FIELDS) queue[name] = draft[name as keyof QueueDraft];
  return queue as unknown as Queue;
}

/** Returns when a `not_ready` submission next times out; infinity if none does. */
export function findNotReadyDueMs({ notReady, settings }: Pick<Queue, "notReady" | "settings">): number {
  const first = notReady.minKey();
  const { notReadyTimeoutHours } = settings;
  if (first === undefined || notReadyTimeoutHours === 0) return Number.POSITIVE_INFINITY;
  return Number.parseInt(first, 10) + notReadyTimeoutHours * 3_600_000;
}

export function findDueAtMs(queue: Queue): number | undefined {
  const { line, batchDueAtMs } = queue;
  let dueMs = Math.min(batchDueAtMs ?? Number.POSITIVE_INFINITY, findNotReadyDueMs(queue));
  const { testingParts } = countPhases(line);
  const tested = testingParts === 0 ? line : line.flatMap((entry) => [entry, ...entry.parts]);
  for (const { phase, timesOutAtMs = dueMs } of tested) {
    if (phase === "testing" && timesOutAtMs < dueMs) dueMs = timesOutAtMs;
  }
  return dueMs === Number.POSITIVE_INFINITY ? undefined : dueMs;
}
