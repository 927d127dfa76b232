import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import { createPlan } from "../../reconcile/plan/create-plan";
import { hasChanges, type PlannedTask, type ReachableTask } from "../../reconcile/plan/plan";
import { countQueues, listFailures, toPartFailure } from "../../reconcile/plan/queue-failures";
import { isSwitchingModes } from "../../reconcile/queue-state";
import { findStackDirectory } from "../../stack/find-stack-directory";
import { toCell } from "../../text/to-cell";
import { followUntilEmpty } from "../changes/follow-until-empty";
import type { QueueStateChange } from "../changes/queue-state-change";
import type { CommandContext, CommandSession } from "../command-session";
import { WAIT_TIMEOUT } from "../connection/connection-options";
import { createStatusLine } from "../print/status-line";
import { type ApplyOptions, approveAndApply } from "./approve-and-apply";
import { type InterruptiblePlan, preparePlan } from "./prepare-plan";
import type { StackOptions } from "./stack-options";

interface ChangeArguments extends StackOptions, ApplyOptions {
  readonly stack?: string;
}

/** A declared queue that exists, with the queue as it was before. */
type ExistingTask = ReachableTask & { readonly seen: NonNullable<PlannedTask["seen"]> };

/**
 * Brings all queues that stacks declare to a state, as an apply of a plan that contains nothing else. Queues that do not
 * exist yet are skipped.
 * @param isWaiting - whether to wait until all of them are empty
 * @throws MergeQueueError `invalid_stack` if none is declared; or as `preparePlan`, `applyPlan` and `waitUntilEmpty`
 */
export async function changeDeclaredStates(
  session: CommandSession,
  options: ChangeArguments,
  { state }: Pick<QueueStateChange, "state">,
  isWaiting: boolean,
): Promise<void> {
  const directory = await findStackDirectory(session.context, options.stack);
  const open = await preparePlan(session, "apply", directory, options, (declared) => ({
    ...declared,
    queue: { ...declared.queue, wanted: { settings: { state } }, sensitive: new Set() },
  }));
  const { plan, tasks } = open;
  if (tasks.length === 0) throw new MergeQueueError("invalid_stack", plan.warnings.join("\n"));
  const existing = tasks.filter(exists);
  const { plan: shown } = createPlan("apply", existing);
  const warnings = [...plan.warnings, ...describeSkipped(tasks)];
  const onApplied = isWaiting ? () => waitForAll(session, open, existing, options) : undefined;
  if (hasChanges(shown) || options.json === true) {
    const nextStep = "Run the same command again for those that are left.";
    await approveAndApply(session, { ...open, plan: { ...shown, warnings }, tasks: existing }, options, {
      nextStep,
      onApplied,
    });
  } else {
    for (const warning of warnings) session.context.writeError(`Warning: ${toCell(warning)}\n`);
    session.write(
      `${countIn(state, existing)} of ${countQueues(tasks.length)} ${tasks.length === 1 ? "is" : "are"} ${state} already; nothing was changed.\n`,
    );
    await onApplied?.();
  }
}

function countIn(state: string, tasks: readonly ExistingTask[]): number {
  return tasks.filter(({ seen }) => seen.settings.state === state).length;
}

function exists(task: ReachableTask): task is ExistingTask {
  return task.seen !== undefined;
}

function describeSkipped(tasks: readonly PlannedTask[]): string[] {
  return tasks.flatMap(({ queue, seen }) => {
    const id = formatQueueId(queue.identity);
    if (seen === undefined) return [`Queue ${id} is declared, but does not exist yet. It is skipped.`];
    if (!isSwitchingModes(seen.settings)) return [];
    return [
      `Queue ${id} is switching modes, so that its state is not known. Nothing is sent to it. Run the same command ` +
        "again when it has switched.",
    ];
  });
}

/** Waits for all queues at the same time; one that fails does not end the wait for the others. */
async function waitForAll(
  { context, write }: CommandSession,
  { stopSignal }: InterruptiblePlan,
  tasks: readonly ExistingTask[],
  { timeout, json }: ChangeArguments,
): Promise<void> {
  const taskOptions = { timeoutMs: timeout ?? WAIT_TIMEOUT.ms, stopSignal };
  const progress = createProgress(context);
  const failures = await Promise.all(
    tasks.map(async ({ queue: { identity }, reconciler, seen }) => {
      const connection = { reconciler, stopSignal, taskOptions };
      const id = formatQueueId(identity);
      const show = (left: number): void => {
        progress.show(id, left);
      };
      try {
        await followUntilEmpty(
          connection,
          identity,
          seen,
          ({ pullRequests }) => {
            show(pullRequests.length);
          },
          progress.warn,
        );
        show(0);
        return [];
      } catch (error) {
        return [{ error, failure: toPartFailure(id, error) }];
      }
    }),
  ).finally(progress.end);
  const failed = failures.flat();
  const [first] = failed;
  if (first === undefined) {
    if (json !== true)
      write(`${tasks.length === 1 ? "The queue is" : `All ${tasks.length} queues are`} empty.\n`);
    return;
  }
  const list = failed.map(({ failure }) => failure);
  throw new MergeQueueError(
    isMergeQueueError(first.error) ? first.error.code : "interrupted",
    `${failed.length} of ${countQueues(tasks.length)} did not become empty:${listFailures(list)}`,
    { failures: list, progress: { done: tasks.length - failed.length, total: tasks.length } },
    first.error,
  );
}

/** Shows how many pull requests are left in all queues together. */
function createProgress(context: CommandContext) {
  const { show, ...line } = createStatusLine(context);
  const leftById = new Map<string, number>();
  return {
    ...line,
    show: (id: string, left: number): void => {
      leftById.set(id, left);
      const busy = [...leftById.values()].filter((count) => count > 0);
      const total = busy.reduce((sum, count) => sum + count, 0);
      if (total > 0) show(`${countQueues(busy.length)} not empty yet, ${total} left in all`);
    },
  };
}
