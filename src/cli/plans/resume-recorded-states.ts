import { planQueues } from "../../plan/create-plan";
import type { Task } from "../../plan/plan";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId } from "../../queue/queue-identity";
import { tryToRequestableState } from "../../reconcile/queue-state";
import { toCell } from "../../text/to-cell";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { WRITE_TIMEOUT } from "../connection/connection-options";
import { changeStates, type ManyStatesOptions } from "./change-declared-states";
import { describeReason, type RecordedState, readStateRecord } from "./state-record";

/** A queue without the state that was recorded for it is left alone: someone has changed it since. */
export async function resumeRecordedStates(
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
