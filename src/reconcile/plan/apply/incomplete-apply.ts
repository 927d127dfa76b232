import {
  type ErrorCode,
  isMergeQueueError,
  MergeQueueError,
  type PartFailure,
} from "../../../queue/merge-queue-error";
import { formatQueueId } from "../../../queue/queue-identity";
import type { Plan } from "../plan";
import { countQueues, isFatal, listFailures, listLines, toPartFailure } from "../queue-failures";
import type { ChangingTask, TaskResult } from "./apply-task";

/** How the work on one queue ended. */
export type TaskEnd =
  | { readonly kind: "done"; readonly result: TaskResult }
  /** `isShared`: the other queues of the service would fail for the same reason. */
  | { readonly kind: "failed"; readonly failure: PartFailure; readonly isShared: boolean }
  /** No change was sent for the queue. */
  | { readonly kind: "not_begun"; readonly code: ErrorCode }
  /** It was in progress when the apply ended. */
  | { readonly kind: "unknown" };

const MESSAGES = {
  not_begun: "Not begun: nothing was sent for it.",
  unknown: "Interrupted while the change was in progress: it may have been made or not.",
} as const;

const EMPTYING_REMEDY =
  "Cancel these pull requests first, or let those that are ready merge. To drain the queue first, set " +
  'deletion_policy = "drain", or run mergequeue queue drain ID --wait.';

/**
 * Converts the failure of a task. A task that was interrupted before its first write counts as not begun.
 * @throws any error that is not a MergeQueueError: a bug ends the apply
 */
export function toTaskEnd(task: ChangingTask, error: unknown): TaskEnd {
  if (!isMergeQueueError(error)) throw error;
  const { code } = error;
  if (code === "interrupted" && isUntouched(task, error)) return { kind: "not_begun", code };
  const failure = toPartFailure(formatQueueId(task.queue.identity), error);
  return { kind: "failed", failure, isShared: isFatal(error) || code === "forbidden" };
}

/** Tells whether an interrupt came before the first write. Reads after a write are never interrupted. */
function isUntouched({ queue }: ChangingTask, { details }: MergeQueueError): boolean {
  const { operation, attempts = 0 } = details;
  // Draining makes several calls, and its message says what it left.
  const isDrained = operation === "deleteQueue" && queue.deletionPolicy === "drain";
  return operation === "getQueue" || (operation !== undefined && attempts === 0 && !isDrained);
}

/**
 * Makes the error for an incomplete or interrupted apply. Finished queues are only counted, because their progress was
 * reported. The counts and the next command come last, where they are read.
 * @param ends - how the tasks ended; missing ones were not begun
 * @param nextStep - what to do now, as a sentence
 */
export function createIncompleteError(
  mode: Plan["mode"],
  tasks: readonly ChangingTask[],
  ends: ReadonlyMap<ChangingTask, TaskEnd>,
  isInterrupted: boolean,
  nextStep = `To see what is left, run mergequeue plan${mode === "destroy" ? " --destroy" : ""} with the same options.`,
): MergeQueueError {
  const all = tasks.map((task) => ({ task, end: ends.get(task) ?? UNTRIED }));
  const pick = (kind: TaskEnd["kind"]): PartFailure[] =>
    all.flatMap(({ task, end }) => (end.kind === kind ? toFailure(task, end) : []));
  const [failed, unknown, untried] = [pick("failed"), pick("unknown"), pick("not_begun")];
  const failures = all.flatMap(({ task, end }) => toFailure(task, end));
  const total = tasks.length;
  const done = total - failures.length;
  // The messages about draining say this themselves.
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
    isInterrupted ? "Interrupted." : "The plan was not applied completely.",
    ...(failed.length === 0 ? [] : [`Not done:${listFailures(failed)}`]),
    ...(isRefused ? [EMPTYING_REMEDY] : []),
    ...listIds("Unknown: interrupted while the change was in progress", unknown),
    ...listIds("Not begun: nothing was sent for", untried),
    `${counts.join(", ")}. Finished changes are kept.`,
    ...(failures.length === 0 ? [] : [nextStep]),
  ];
  return new MergeQueueError(isInterrupted ? "interrupted" : "apply_incomplete", parts.join("\n"), {
    failures,
    progress: { done, total },
  });
}

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
