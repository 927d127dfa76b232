import { MergeQueueError } from "../../queue/merge-queue-error";
import { countQueues, listFailures, toPartFailure } from "./fleet-failures";

/** What reading many queues came to. */
export interface FleetReading {
  /** Ids of the queues that could not be read, and why, in the order in which they were named. */
  readonly failed: readonly (readonly [id: string, error: MergeQueueError])[];
  /** How many were read. */
  readonly done: number;
  /** How many were to be read. */
  readonly total: number;
  /** What a failure means, as the end of a sentence: `there is no plan`. */
  readonly outcome: string;
}

/**
 * Makes sure that every queue was read.
 * @throws MergeQueueError `interrupted`, or the code of the first failure, with all of them in `details.failures`
 */
export function requireAllRead({ failed, done, total, outcome }: FleetReading): void {
  const [first] = failed;
  if (first === undefined) return;
  const failures = failed.map(([id, error]) => toPartFailure(id, error));
  const progress = { done, total };
  const interrupt = failed.find(([, { code }]) => code === "interrupted");
  if (interrupt !== undefined) {
    const message = `Interrupted when ${done} of ${countQueues(total)} had been read: ${outcome}.`;
    throw new MergeQueueError("interrupted", message, { failures, progress }, interrupt[1]);
  }
  const untried = total - done - failed.length;
  const rest = untried === 0 ? "" : `\n${countQueues(untried)} more were not tried because of that.`;
  const head = `${failed.length} of ${countQueues(total)} could not be read, so that ${outcome}:`;
  const [, { code, details }] = first;
  throw new MergeQueueError(
    code,
    `${head}${listFailures(failures)}${rest}`,
    { ...details, failures, progress },
    first[1],
  );
}
