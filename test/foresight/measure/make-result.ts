import type { ReplicationResult } from "../../../src/foresight/drive/replication";

/** Makes the result of a replication of an hour: 10 good pull requests merged, after 20 minutes each. */
export function makeResult(changes: Partial<ReplicationResult> = {}): ReplicationResult {
  return {
    minutesToMerge: Array.from({ length: 10 }, () => 20),
    meanMinutesByTenth: Array.from({ length: 10 }, () => 20),
    unconcluded: 0,
    // Six an hour, as many as tests of ten minutes one at a time.
    parts: Array.from({ length: 40 }, () => ({ hours: 1, conclusions: 6, testRuns: 6, testMinutes: 60 })),
    durationHours: 1,
    merged: 10,
    brokenMerged: 0,
    failed: 0,
    goodConcluded: 10,
    goodEvicted: 0,
    ciMinutes: 100,
    testRuns: 10,
    timedOutRuns: 0,
    queueLengthByHour: [],
    ...changes,
  };
}
