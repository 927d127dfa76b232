import { isNotReady } from "../../api/add-not-ready";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { SettingValueOf } from "../../queue/settings";
import { listNumbers } from "../../reconcile/describe-pull-requests";
import type { ListedQueue } from "../../reconcile/drain/listed-queue";
import { createPlan } from "../../reconcile/plan/create-plan";
import { hasChanges, type PlannedTask, type ReachableTask } from "../../reconcile/plan/plan";
import { countQueues, listFailures, toPartFailure } from "../../reconcile/plan/queue-failures";
import { isSwitchingModes } from "../../reconcile/queue-state";
import { toCell } from "../../text/to-cell";
import { followUntilEmpty } from "../changes/follow-until-empty";
import type { CommandSession } from "../command-session";
import { WAIT_TIMEOUT } from "../connection/connection-options";
import { createStatusLine } from "../print/status-line";
import { approveAndApply } from "./approve-and-apply";
import { preparePlan } from "./prepare-plan";
import type { StackOptions } from "./stack-options";

/**
 * Brings all queues that stacks declare to a state, as an apply of a plan that contains nothing else. Queues that do not
 * exist yet are skipped. With `--wait`, waits until all of them are empty.
 * @throws MergeQueueError `invalid_stack` if none is declared; or as `preparePlan`, `applyPlan` and `waitUntilEmpty`
 */
export async function changeDeclaredStates(
  session: CommandSession,
  options: StackOptions & { readonly stack?: string; readonly wait?: boolean },
  state: SettingValueOf<"state">,
): Promise<void> {
  const open = await preparePlan(session, "apply", options.stack, options, (declared) => ({
    ...declared,
    queue: { ...declared.queue, wanted: { settings: { state } }, sensitive: new Set() },
  }));
  const { plan, tasks, stopSignal } = open;
  if (tasks.length === 0) throw new MergeQueueError("invalid_stack", plan.warnings.join("\n"));
  const existing = tasks.flatMap((task) => (task.seen === undefined ? [] : [{ ...task, seen: task.seen }]));
  const { plan: shown } = createPlan("apply", existing);
  const warnings = [...plan.warnings, ...tasks.flatMap(describeSkipped)];
  const waitForAll = async (): Promise<void> => {
    if (options.wait === true) await waitUntilAllEmpty(session, existing, stopSignal, options);
  };
  if (hasChanges(shown) || options.json === true) {
    const changed = { ...open, plan: { ...shown, warnings }, tasks: existing };
    const nextStep = "Run the same command again for those that are left.";
    await approveAndApply(session, changed, options, { nextStep, onApplied: waitForAll });
    return;
  }
  for (const warning of warnings) session.context.writeError(`Warning: ${toCell(warning)}\n`);
  const count = existing.filter(({ seen }) => seen.settings.state === state).length;
  session.write(
    `${count} of ${countQueues(tasks.length)} ${tasks.length === 1 ? "is" : "are"} ${state} already; nothing was changed.\n`,
  );
  await waitForAll();
}

function describeSkipped({ queue, seen }: PlannedTask): readonly string[] {
  const id = formatQueueId(queue.identity);
  if (seen === undefined) return [`Queue ${id} is declared, but does not exist yet. It is skipped.`];
  if (!isSwitchingModes(seen.settings)) return [];
  return [
    `Queue ${id} is switching modes, so that its state is not known. Nothing is sent to it. Run the same command ` +
      "again when it has switched.",
  ];
}

/** In a line about all queues, those that are named. */
const MOST_NAMED = 3;

/** Waits for all queues at the same time; one that fails does not end the wait for the others. */
async function waitUntilAllEmpty(
  { context, write }: CommandSession,
  tasks: readonly (ReachableTask & { readonly seen: NonNullable<PlannedTask["seen"]> })[],
  stopSignal: AbortSignal,
  { timeout, json }: StackOptions,
): Promise<void> {
  const taskOptions = { timeoutMs: timeout ?? WAIT_TIMEOUT.ms, stopSignal };
  const line = createStatusLine(context);
  const leftById = new Map<string, ListedQueue["pullRequests"]>();
  const show = (id: string, { pullRequests }: Pick<ListedQueue, "pullRequests">): void => {
    leftById.set(id, pullRequests);
    const busy = [...leftById].filter(([, left]) => left.length > 0);
    const total = busy.reduce((sum, [, left]) => sum + left.length, 0);
    const stuck = busy.flatMap(([each, left]) => {
      const notReady = left.filter(isNotReady);
      return notReady.length === 0 ? [] : [`; cancel not_ready ${listNumbers(notReady, 5)} of ${each}`];
    });
    const more = stuck.length > MOST_NAMED ? ` and of ${countQueues(stuck.length - MOST_NAMED)} more` : "";
    const names = stuck.slice(0, MOST_NAMED).join("");
    if (total > 0)
      line.show(`${countQueues(busy.length)} not empty yet, ${total} left in all${names}${more}`);
  };
  const results = await Promise.all(
    tasks.map(async ({ queue: { identity }, reconciler, seen }) => {
      const id = formatQueueId(identity);
      const onBusy = (live: ListedQueue): void => {
        show(id, live);
      };
      try {
        const connection = { reconciler, stopSignal, taskOptions };
        show(id, await followUntilEmpty(connection, identity, seen, onBusy, line.warn));
        return [];
      } catch (error) {
        return [{ error, failure: toPartFailure(id, error) }];
      }
    }),
  ).finally(line.end);
  const [first, ...others] = results.flat();
  if (first === undefined) {
    if (json !== true)
      write(`${tasks.length === 1 ? "The queue is" : `All ${tasks.length} queues are`} empty.\n`);
    return;
  }
  const failures = [first, ...others].map(({ failure }) => failure);
  throw new MergeQueueError(
    isMergeQueueError(first.error) ? first.error.code : "interrupted",
    `${failures.length} of ${countQueues(tasks.length)} did not become empty:${listFailures(failures)}`,
    { failures, progress: { done: tasks.length - failures.length, total: tasks.length } },
    first.error,
  );
}
