import type { ReplicationResult } from "../drive/replication";
import type { Measured } from "../measures";
import { findPercentile } from "../statistics/percentile";

/**
 * Computes the measures of one replication.
 * @returns the finite ones: without a merge there is neither a time to merge nor a cost per merge
 */
export function measureReplication(result: ReplicationResult): Measured<number> {
  const { merged, durationHours, goodConcluded } = result;
  const measured = {
    ...measureTimes(result.minutesToMerge),
    mergedPerHour: merged / durationHours,
    ciMinutesPerMerge: result.ciMinutes / merged,
    testRunsPerMerge: result.testRuns / merged,
    wronglyEvictedShare: result.goodEvicted / goodConcluded,
    brokenMergedShare: result.brokenMerged / merged,
    timedOutShare: result.timedOutRuns / result.testRuns,
  };
  return Object.fromEntries(Object.entries(measured).filter(([, value]) => Number.isFinite(value)));
}

/** Computes the measures of the times to merge. @param minutes - ascending; without any, there are no measures */
export function measureTimes(minutes: readonly number[]): Measured<number> {
  if (minutes.length === 0) return {};
  return {
    timeToMergeMeanMinutes: minutes.reduce((sum, each) => sum + each, 0) / minutes.length,
    timeToMergeP50Minutes: findPercentile(minutes, 0.5),
    timeToMergeP90Minutes: findPercentile(minutes, 0.9),
    timeToMergeP95Minutes: findPercentile(minutes, 0.95),
  };
}
