import { MergeQueueError } from "../../queue/merge-queue-error";
import { countQueues, listFailures, toPartFailure } from "./fleet-failures";

/** The outcome of reading many queues. */
export interface FleetReading {
  /** The queues that could not be read, in their order. */
  readonly failed: readonly (readonly [id: string, error: MergeQueueError])[];
  /** Number of queues that were read. */
  readonly done: number;
  /** Number of all queues. */
  readonly total: number;
  /** The consequence of a failure, as a clause: `there is no plan`. */
  readonly outcome: string;
}

/**
 * Requires that every queue was read.
 * @throws MergeQueueError `interrupted`, or the code of the first failure, with all of them in `details.failures`
 */
export function requireAllRead({ failed, done, total, outcome }: FleetReading): void {
  const [first] = failed;
  if (first === undefined) return;
  const failures = failed.map(([id, error]) => toPartFailure(id, error));
  const progress = { done, total };
  const interrupt = failed.find(([, { code }]) => code === "interrupted");
  if (interrupt !== undefined) {
    const message = `Interrupted after reading ${done} of ${countQueues(total)}: ${outcome}.`;
    throw new MergeQueueError("interrupted", message, { failures, progress }, interrupt[1]);
  }
  const untried = total - done - failed.length;
  const rest = untried === 0 ? "" : `\n${countQueues(untried)} more were skipped because of that.`;
  const head = `${failed.length} of ${countQueues(total)} could not be read, so ${outcome}:`;
  const [, { code, details }] = first;
  throw new MergeQueueError(
    code,
    `${head}${listFailures(failures)}${rest}`,
    { ...details, failures, progress },
    first[1],
  );
}
