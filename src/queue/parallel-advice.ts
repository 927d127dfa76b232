import type { QueueRecord } from "./settings";

/** Tells whether a change puts a queue into parallel mode. @param before - empty if the queue is new */
export function becomesParallel(before: QueueRecord, after: QueueRecord): boolean {
  return after.mode === "parallel" && before.mode !== "parallel";
}

/** Says that a queue in parallel mode merges nothing without impacted targets. @param id - the queue's id */
export function describeParallelNeeds(id: string): string {
  return (
    `In parallel mode, a pull request of queue ${id} is not ready until its impacted targets are reported. If CI ` +
    "reports none, nothing merges. Have the CI of each pull request run: " +
    `mergequeue pr impacted-targets ${id} NUMBER --target NAME, or --all in place of --target NAME. Otherwise, use ` +
    'the mode "single". This applies to every queue in parallel mode, and is shown only once.'
  );
}
