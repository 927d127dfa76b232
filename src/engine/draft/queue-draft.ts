import type { Queue, Submission, TestRun } from "../engine-state";
import { createSortedMap, draftSortedMap } from "../sorted-map";
import type { EngineDraft, QueueDraft } from "./draft";

/** Makes a queue in which nothing has happened. */
export function createEmptyQueue(
  given: Pick<Queue, "identity" | "settings"> & Partial<Pick<Queue, "additionalSettings">>,
): Queue {
  return {
    additionalSettings: undefined,
    ...given,
    requiredStatuses: undefined,
    switchingReadsLeft: 0,
    isSwitchingModes: false,
    heldFromSequence: undefined,
    submissions: createSortedMap(),
    latestByNumber: createSortedMap(),
    concluded: createSortedMap(),
    testRuns: createSortedMap(),
    impactedTargets: createSortedMap(),
    waiting: createSortedMap(),
    ready: createSortedMap(),
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
  };
}

/** Upper bounds of {@link Queue.totals}' counts of time in queue, in seconds. */
export const TIME_IN_QUEUE_BOUNDS_SECONDS: readonly number[] = [
  60,
  300,
  600,
  1800,
  3600,
  7200,
  14_400,
  28_800,
  86_400,
  Number.POSITIVE_INFINITY,
];

/** Makes a draft of a queue. The queue does not change. */
export function draftQueue(engine: EngineDraft, key: string, queue: Queue): QueueDraft {
  return {
    engine,
    key,
    // Neither host nor owner nor name contains a slash.
    repositoryKey: key.split("/", 3).join("/"),
    identity: queue.identity,
    settings: queue.settings,
    requiredStatuses: queue.requiredStatuses,
    additionalSettings: queue.additionalSettings,
    switchingReadsLeft: queue.switchingReadsLeft,
    isSwitchingModes: queue.isSwitchingModes,
    heldFromSequence: queue.heldFromSequence,
    places: queue.places,
    batchDueAtMs: queue.batchDueAtMs,
    totals: queue.totals,
    line: queue.line.map((entry) => ({ ...entry })),
    submissions: draftSortedMap(queue.submissions),
    latestByNumber: draftSortedMap(queue.latestByNumber),
    concluded: draftSortedMap(queue.concluded),
    testRuns: draftSortedMap(queue.testRuns),
    impactedTargets: draftSortedMap(queue.impactedTargets),
    waiting: draftSortedMap(queue.waiting),
    ready: draftSortedMap(queue.ready),
    restarts: queue.restarts === undefined ? createSortedMap() : draftSortedMap(queue.restarts),
  };
}

/**
 * Makes a queue of a draft, which must not be changed afterwards. The fields are listed, because an object made of the rest
 * of another one is slow to copy, and each event copies it.
 */
export function freezeQueue(draft: QueueDraft): Queue {
  return {
    identity: draft.identity,
    settings: draft.settings,
    requiredStatuses: draft.requiredStatuses,
    additionalSettings: draft.additionalSettings,
    switchingReadsLeft: draft.switchingReadsLeft,
    isSwitchingModes: draft.isSwitchingModes,
    heldFromSequence: draft.heldFromSequence,
    places: draft.places,
    batchDueAtMs: draft.batchDueAtMs,
    totals: draft.totals,
    line: draft.line,
    submissions: draft.submissions,
    latestByNumber: draft.latestByNumber,
    concluded: draft.concluded,
    testRuns: draft.testRuns,
    impactedTargets: draft.impactedTargets,
    waiting: draft.waiting,
    ready: draft.ready,
    restarts: draft.restarts,
    dueAtMs: findDueAtMs(draft),
  };
}

/** Looks up a submission that exists. @throws Error if the indexes of the queue are damaged */
export function findSubmission(queue: Pick<Queue, "submissions">, sequence: number): Submission {
  const submission = queue.submissions.get(sequence);
  if (submission === undefined) throw new Error(`The queue has no submission ${sequence}.`);
  return submission;
}

/** Looks up a test run that exists. @throws Error if the indexes of the queue are damaged */
export function findTestRun(queue: Pick<Queue, "testRuns">, id: string): TestRun {
  const run = queue.testRuns.get(id);
  if (run === undefined) throw new Error(`The queue has no test run ${id}.`);
  return run;
}

/** Ids of the runs in progress, in the order of the line. */
export function listRunIds(queue: Pick<Queue, "line">): string[] {
  const ids: string[] = [];
  for (const { phase, testRunId, parts } of queue.line) {
    if (phase === "testing" && testRunId !== undefined) ids.push(testRunId);
    for (const part of parts) {
      if (part.phase === "testing" && part.testRunId !== undefined) ids.push(part.testRunId);
    }
  }
  return ids;
}

function findDueAtMs({ line, batchDueAtMs }: Pick<Queue, "line" | "batchDueAtMs">): number | undefined {
  let dueMs = batchDueAtMs ?? Number.POSITIVE_INFINITY;
  for (const entry of line) {
    for (const { phase, timesOutAtMs } of entry.parts.length === 0 ? [entry] : entry.parts) {
      if (phase === "testing" && timesOutAtMs !== undefined) dueMs = Math.min(dueMs, timesOutAtMs);
    }
  }
  return dueMs === Number.POSITIVE_INFINITY ? undefined : dueMs;
}
