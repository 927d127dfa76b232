import type { ErrorCode, PartFailure } from "../../../queue/merge-queue-error";
import { isMergeQueueError, MergeQueueError } from "../../../queue/merge-queue-error";
import { formatQueueId } from "../../../queue/queue-identity";
import { countQueues, isFatal, listFailures, listLines, toPartFailure } from "../fleet-failures";
import type { FleetPlan } from "../fleet-plan";
import type { ChangingTask, TaskResult } from "./apply-task";

/** What became of one queue of a plan. */
export type TaskEnd =
  | { readonly kind: "done"; readonly result: TaskResult }
  /** `isShared`: the failure would meet the other queues of the service as well. */
  | { readonly kind: "failed"; readonly failure: PartFailure; readonly isShared: boolean }
  /** Nothing was sent that changes the queue. */
  | { readonly kind: "not_begun"; readonly code: ErrorCode }
  /** It had begun, and its end was not waited for. */
  | { readonly kind: "unknown" };

/** What is said of queues whose end tells nothing else. */
const MESSAGES = {
  not_begun: "It was not begun, and nothing was sent for it.",
  unknown: "It had begun, and its end was not waited for: the change may have been made or not.",
} as const;

const EMPTYING_REMEDY =
  "Let these pull requests merge or cancel them first. To have the queue emptied first, set " +
  'deletion_policy = "drain", or run mergequeue queue drain ID --wait.';

/**
 * Says what the failure of a task means. An interrupt that came before the first write leaves nothing to tell.
 * @throws what is not a MergeQueueError: a fault of the program ends everything
 */
export function toTaskEnd(task: ChangingTask, error: unknown): TaskEnd {
  if (!isMergeQueueError(error)) throw error;
  const { code } = error;
  if (code === "interrupted" && isUntouched(task, error)) return { kind: "not_begun", code };
  const failure = toPartFailure(formatQueueId(task.queue.identity), error);
  return { kind: "failed", failure, isShared: isFatal(error) || code === "forbidden" };
}

/** Tells whether an interrupt came before the first write: reads after it are finished, and are never interrupted. */
function isUntouched({ queue }: ChangingTask, { details }: MergeQueueError): boolean {
  const { operation, attempts = 0 } = details;
  // Draining goes through several calls, and says what it left.
  const isDrained = operation === "deleteQueue" && queue.deletionPolicy === "drain";
  return operation === "getQueue" || (operation !== undefined && attempts === 0 && !isDrained);
}

/**
 * Makes the error for a plan of which not everything was done, or that was interrupted. What was done is only counted:
 * it was told when it happened. The counts and the next command come last, where they are read.
 * @param ends - what became of the tasks; those that are missing were not begun
 */
export function createIncompleteError(
  mode: FleetPlan["mode"],
  tasks: readonly ChangingTask[],
  ends: ReadonlyMap<ChangingTask, TaskEnd>,
  isInterrupted: boolean,
): MergeQueueError {
  const all = tasks.map((task) => ({ task, end: ends.get(task) ?? UNTRIED }));
  const pick = (kind: TaskEnd["kind"]): PartFailure[] =>
    all.flatMap(({ task, end }) => (end.kind === kind ? toFailure(task, end) : []));
  const [failed, unknown, untried] = [pick("failed"), pick("unknown"), pick("not_begun")];
  const failures = all.flatMap(({ task, end }) => toFailure(task, end));
  const total = tasks.length;
  const done = total - failures.length;
  // What could not be drained in time has been told so.
  const isRefused = all.some(
    ({ task, end }) =>
      end.kind === "failed" &&
      end.failure.code === "queue_not_empty" &&
      task.queue.deletionPolicy !== "drain",
  );
  const counts = [
    `${done} of ${countQueues(total)} done`,
    ...[`${failed.length} not done`, `${unknown.length} unknown`, `${untried.length} not begun`].filter(
      (count) => !count.startsWith("0 "),
    ),
  ];
  const parts = [
    isInterrupted ? "Interrupted." : "Not everything that the plan says was done.",
    ...(failed.length === 0 ? [] : [`Not done:${listFailures(failed)}`]),
    ...(isRefused ? [EMPTYING_REMEDY] : []),
    ...listIds("Unknown: the change had begun, and its end was not waited for", unknown),
    ...listIds("Not begun: nothing was sent for", untried),
    `${counts.join(", ")}. What was done stays.`,
    ...(failures.length === 0
      ? []
      : [
          `To see what is left, run mergequeue plan${mode === "destroy" ? " --destroy" : ""} with the same options.`,
        ]),
  ];
  return new MergeQueueError(isInterrupted ? "interrupted" : "apply_incomplete", parts.join("\n"), {
    failures,
    progress: { done, total },
  });
}

/** Of what an end of the whole apply found untouched. */
const UNTRIED: TaskEnd = { kind: "not_begun", code: "interrupted" };

function toFailure({ queue }: ChangingTask, end: TaskEnd): PartFailure[] {
  const part = formatQueueId(queue.identity);
  switch (end.kind) {
    case "done":
      return [];
    case "failed":
      return [end.failure];
    case "not_begun":
      return [{ part, code: end.code, message: MESSAGES.not_begun }];
    case "unknown":
      return [{ part, code: "outcome_unknown", message: MESSAGES.unknown }];
  }
}

function listIds(title: string, failures: readonly PartFailure[]): string[] {
  return failures.length === 0 ? [] : [`${title}:${listLines(failures.map(({ part }) => part))}`];
}
