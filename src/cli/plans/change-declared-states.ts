import { isNotReady } from "../../api/add-not-ready";
import { createPlan, planQueues } from "../../plan/create-plan";
import type { QueueAtService, Task } from "../../plan/plan";
import { countQueues, listFailures, toPartFailure } from "../../plan/queue-failures";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { listNumbers } from "../../reconcile/describe-pull-requests";
import type { ListedQueue } from "../../reconcile/listed-queue";
import { isSwitchingModes, type RequestableState, tryToRequestableState } from "../../reconcile/queue-state";
import type { LiveQueue } from "../../reconcile/read-queue";
import { toCell } from "../../text/to-cell";
import { followUntilEmpty } from "../changes/follow-until-empty";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { createStatusLine } from "../print/status-line";
import { approveAndApply } from "./approve-and-apply";
import { type InterruptiblePlan, preparePlan } from "./prepare-plan";
import type { StackOptions } from "./stack-options";
import {
  describeReason,
  type RecordedState,
  readStateRecord,
  toRecordKey,
  writeStateRecord,
} from "./state-record";

export interface ManyStatesOptions extends StackOptions {
  readonly stack?: string;
  readonly wait?: boolean;
  readonly includeDraining?: boolean;
  readonly record?: string;
  readonly reason?: string;
  readonly owner?: string;
  readonly from?: string;
}

type SeenTask = Task & { readonly seen: LiveQueue };

/** Changes only states. Skips absent queues, and draining queues unless `includeDraining` is set. */
export async function changeDeclaredStates(
  session: CommandSession,
  options: ManyStatesOptions,
  state: RequestableState,
): Promise<void> {
  const adapt = (declared: QueueAtService): QueueAtService => ({
    ...declared,
    queue: { ...declared.queue, wanted: { settings: { state } }, sensitive: new Set() },
  });
  const open = await preparePlan(session, "apply", options.stack, { ...options, adapt });
  const { plan, tasks } = open;
  if (tasks.length === 0) throw new MergeQueueError("invalid_stack", plan.warnings.join("\n"));
  const { chosen, notes } = chooseTasks(tasks, state, options);
  const { reason, owner } = options;
  await changeStates(session, open, options, {
    chosen,
    notes: [...describeReason(options), ...plan.warnings.map((text) => `Warning: ${text}`), ...notes],
    toStates: ({ seen }) => ({ before: seen.settings.state ?? "running", after: state, reason, owner }),
  });
}

/** Chooses the queues that should have the state. `notes` says which queues stay unchanged, and why. */
function chooseTasks(
  tasks: readonly Task[],
  state: RequestableState,
  options: ManyStatesOptions,
): { readonly chosen: readonly SeenTask[]; readonly notes: readonly string[] } {
  const chosen: SeenTask[] = [];
  const left = new Map<string, string[]>();
  for (const task of tasks) {
    const { queue, seen } = task;
    const why = seen === undefined ? "Do not exist yet, skipped" : tellWhyLeft(seen.settings, state, options);
    if (why !== undefined) left.set(why, [...(left.get(why) ?? []), toCell(formatQueueId(queue.identity))]);
    if (seen !== undefined && (why === undefined || why === `Already ${state}`))
      chosen.push({ ...task, seen });
  }
  return { chosen, notes: [...left].map(([why, ids]) => `${why}: ${ids.join(", ")}`) };
}

function tellWhyLeft(
  settings: QueueRecord,
  state: RequestableState,
  { includeDraining }: Pick<ManyStatesOptions, "includeDraining">,
): string | undefined {
  const present = tryToRequestableState(settings);
  if (present === state) return `Already ${state}`;
  if (isSwitchingModes(settings))
    return "Switching modes, so the state is not known; run the command again later";
  const isLeft = present === "draining" && state === "paused" && includeDraining !== true;
  return isLeft ? "Draining, so not paused (--include-draining pauses these too)" : undefined;
}

interface StateChange {
  readonly chosen: readonly SeenTask[];
  readonly notes: readonly string[];
  readonly toStates: (task: SeenTask) => Omit<RecordedState, "id" | "origin">;
}

/** Writes the file of `--record`, lists the queues whose state changes, asks once, and changes them. */
async function changeStates(
  session: CommandSession,
  { stopSignal }: Pick<InterruptiblePlan, "stopSignal">,
  options: ManyStatesOptions,
  { chosen, notes, toStates }: StateChange,
): Promise<void> {
  const { plan, tasks } = createPlan("apply", chosen);
  const toRecorded = (task: SeenTask): RecordedState => {
    return { id: formatQueueId(task.queue.identity), origin: task.service.origin, ...toStates(task) };
  };
  const changes = tasks.filter(({ action }) => action === "update").map(toRecorded);
  const list = changes.map(({ id, before, after }) => `  ${toCell(id)}: ${toCell(before)} -> ${after}\n`);
  const text = [...notes.map((note) => `${note}.\n`), ...list].join("");
  if (options.record !== undefined) {
    const current = tasks.map((task) => [toRecordKey(toRecorded(task)), task.seen.settings.state] as const);
    await writeStateRecord(session, options.record, changes, new Map(current));
  }
  const [done, ...others] = new Set(changes.map(({ after }) => after));
  await approveAndApply(session, { plan, tasks, stopSignal }, options, {
    list: changes.length > 0 ? text : `${text}Nothing was changed.\n`,
    question: `Change the state of ${changes.length === 1 ? "this queue" : `these ${changes.length} queues`}?`,
    done: others.length === 0 ? done : undefined,
    nextStep: "Run the same command again for the other queues.",
    onApplied: async () => {
      if (options.wait === true) await waitUntilAllEmpty(session, tasks, stopSignal, options);
    },
  });
}

const MOST_NAMED = 3;

/** Waits for all queues at the same time. If a wait fails, continues the other waits. */
async function waitUntilAllEmpty(
  { context, write }: CommandSession,
  tasks: readonly SeenTask[],
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
      return notReady.length === 0 ? [] : [`; cancel ${listNumbers(notReady, 5)} of ${each}, not ready`];
    });
    const more = stuck.length > MOST_NAMED ? ` and of ${countQueues(stuck.length - MOST_NAMED)} more` : "";
    const names = stuck.slice(0, MOST_NAMED).join("");
    if (total > 0)
      line.show(`${countQueues(busy.length)} not empty yet, pull requests left: ${total}${names}${more}`);
  };
  const results = await Promise.all(
    tasks.map(async ({ queue: { identity }, service: { reconciler }, seen }) => {
      const id = formatQueueId(identity);
      const onBusy = (live: ListedQueue): void => {
        show(id, live);
      };
      try {
        const connection = { reconciler, stopSignal, taskOptions };
        show(id, await followUntilEmpty(connection, identity, seen, { onBusy, onHeld: line.warn }));
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

/** Restores the recorded states. Skips each queue whose state someone else has changed in the meantime. */
export async function resumeStates(
  session: CommandSession,
  file: string,
  options: ManyStatesOptions,
): Promise<void> {
  const record = await readStateRecord(session, file);
  const { api, reconciler, stopSignal, timeoutMs } = await connect(session, options, WRITE_TIMEOUT.ms);
  const foreign = record.filter(({ origin }) => new URL(origin).host !== api.host);
  if (foreign.length > 0) {
    throw new MergeQueueError(
      "invalid_request",
      `The record names queues at ${[...new Set(foreign.map(({ origin }) => toCell(origin)))].join(", ")}, but this ` +
        `command calls ${api.host}. Nothing was changed. Give the recorded address with --base-url.`,
      { argument: "from" },
    );
  }
  const byId = new Map(record.map((entry) => [entry.id, entry]));
  const queues = record.map(({ id, origin, before }) => ({
    service: { origin, reconciler, connection: new Map<string, never>() },
    queue: {
      ...{ stack: "", sensitive: new Set<string>(), deletionPolicy: "refuse" as const, timeoutsMs: {} },
      address: id,
      identity: parseQueueId(id),
      wanted: { settings: { state: tryToRequestableState({ state: before }) ?? "running" } },
    },
  }));
  const { parallelism } = options;
  const limits = { stopSignal, timeoutMs, parallelism, clock: session.context.clock };
  const { tasks } = await planQueues("apply", queues, limits);
  const find = ({ queue }: Task) => byId.get(formatQueueId(queue.identity));
  const chosen = tasks.flatMap((task) => {
    const { seen } = task;
    return seen !== undefined && seen.settings.state === find(task)?.after ? [{ ...task, seen }] : [];
  });
  const reasons = new Set(chosen.flatMap((task) => describeReason(find(task) ?? {})));
  const left = tasks
    .filter(({ seen }) => !chosen.some((task) => task.seen === seen))
    .map(
      (task) =>
        `Left alone: ${toCell(task.queue.address)} is ${tellState(task)}, not ${find(task)?.after ?? ""}`,
    );
  const notes = [...reasons, ...left];
  const toStates = (task: Task): Pick<RecordedState, "before" | "after"> => {
    const { before, after } = find(task) ?? { before: "", after: "" };
    return { before: after, after: before };
  };
  await changeStates(session, { stopSignal }, options, { chosen, notes, toStates });
}

function tellState({ seen }: Task): string {
  return seen === undefined ? "gone" : toCell(seen.settings.state ?? "in an unknown state");
}
