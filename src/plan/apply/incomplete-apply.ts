import {
  type ErrorCode,
  isMergeQueueError,
  MergeQueueError,
  type PartFailure,
} from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { Plan, Task } from "../plan";
import { countQueues, isFatal, listFailures, listLines, toPartFailure } from "../queue-failures";
import type { PlanOptions } from "../read-queues";

/** How a queue changed. `already_gone`: deleted outside. `kept`: an earlier create of this run adopted it. */
export type TaskResult = "created" | "updated" | "deleted" | "already_gone" | "kept" | "forgotten";

export type TaskEnd = { readonly kind: "done"; readonly result: TaskResult } | UnfinishedTask;

/** Work that was not done. `not_begun`: nothing was sent. `unknown`: in progress when the apply ended. */
interface UnfinishedTask {
  readonly kind: "failed" | "not_begun" | "unknown";
  readonly failure: PartFailure;
  /** Whether the other queues of the service would fail for the same reason. Default: false. */
  readonly isShared?: boolean;
}

const MESSAGES = {
  not_begun: "Not begun: nothing was sent for it.",
  unknown: "Interrupted while the change was in progress: it may have been made or not.",
} as const;

const EMPTYING_REMEDY =
  "Cancel these pull requests first, or let those that are ready merge. To drain the queue first, set " +
  'deletion_policy = "drain", or run mergequeue queue drain ID --wait.';

export function toUnfinished({ queue }: Task, kind: keyof typeof MESSAGES, code: ErrorCode): UnfinishedTask {
  return { kind, failure: { part: formatQueueId(queue.identity), code, message: MESSAGES[kind] } };
}

/** Converts a failure; an interrupt before the first write means not begun. @throws any other error: a bug */
export function toTaskEnd(task: Task, error: unknown): TaskEnd {
  if (!isMergeQueueError(error)) throw error;
  const { code } = error;
  if (code === "interrupted" && isUntouched(task, error)) return toUnfinished(task, "not_begun", code);
  const failure = toPartFailure(formatQueueId(task.queue.identity), error);
  return { kind: "failed", failure, isShared: isFatal(error) || code === "forbidden" };
}

/** Tells whether an interrupt came before the first write. Reads after a write are never interrupted. */
function isUntouched({ queue }: Task, { details }: MergeQueueError): boolean {
  const { operation, attempts = 0 } = details;
  // Draining makes several calls, and its message says what it left.
  const isDrained = operation === "deleteQueue" && queue.deletionPolicy === "drain";
  return operation === "getQueue" || (operation !== undefined && attempts === 0 && !isDrained);
}

interface IncompleteOptions extends Pick<PlanOptions, "nextStep"> {
  readonly isInterrupted: boolean;
}

function adviseNextPlan(mode: Plan["mode"]): string {
  return `To see what is left, run mergequeue plan${mode === "destroy" ? " --destroy" : ""} with the same options.`;
}

/** Finished queues are only counted: their progress was reported. Missing `ends` were not begun. */
export function createIncompleteError(
  mode: Plan["mode"],
  tasks: readonly Task[],
  ends: ReadonlyMap<Task, TaskEnd>,
  { isInterrupted, nextStep = adviseNextPlan(mode) }: IncompleteOptions,
): MergeQueueError {
  const unfinished = tasks.flatMap((task) => {
    const end = ends.get(task) ?? toUnfinished(task, "not_begun", "interrupted");
    return end.kind === "done" ? [] : [{ ...end, isDrained: task.queue.deletionPolicy === "drain" }];
  });
  const failures = unfinished.map(({ failure }) => failure);
  const pick = (wanted: TaskEnd["kind"]): PartFailure[] =>
    unfinished.flatMap(({ kind, failure }) => (kind === wanted ? [failure] : []));
  const [failed, unknown, untried] = [pick("failed"), pick("unknown"), pick("not_begun")];
  const total = tasks.length;
  const done = total - failures.length;
  // The messages about draining say this themselves.
  const isRefused = unfinished.some(
    ({ kind, failure, isDrained }) => kind === "failed" && failure.code === "queue_not_empty" && !isDrained,
  );
  const open = [`${failed.length} not done`, `${unknown.length} unknown`, `${untried.length} not begun`];
  const counts = [`${done} of ${countQueues(total)} done`, ...open.filter((each) => !each.startsWith("0 "))];
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

function listIds(title: string, failures: readonly PartFailure[]): string[] {
  return failures.length === 0 ? [] : [`${title}:${listLines(failures.map(({ part }) => part))}`];
}
