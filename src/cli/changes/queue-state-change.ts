import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord, SettingValueOf } from "../../queue/settings";
import type { LiveQueue } from "../../reconcile/read-queue";
import { type ChangeOptions, toApproval } from "../command-options";
import type { CommandSession, OutputDocument } from "../command-session";
import type { Connection } from "../connection/connect";
import { printJson } from "../print/print-json";
import { toCell } from "../print/to-cell";
import { confirm } from "./confirm";

/** A state to bring a queue to, and the words for it. */
export interface QueueStateChange {
  readonly state: SettingValueOf<"state">;
  /** What the user does, as the beginning of a question: `Pause`. */
  readonly verb: string;
  /** What that means, as a sentence. */
  readonly meaning: string;
}

/** A queue after its state was changed. */
export interface ChangedQueue {
  /** The queue before. */
  readonly before: LiveQueue;
  /** Its settings now. */
  readonly settings: QueueRecord;
  /** Whether anything was changed: a queue that already has the state is not changed, and there is no question. */
  readonly isChanged: boolean;
}

/**
 * Brings a queue to a state, with the promises of the reconciler: what is sent is read back.
 * @throws MergeQueueError `not_approved`, or as `Reconciler.read` and `Reconciler.update`
 */
export async function changeQueueState(
  { context }: CommandSession,
  connection: Connection,
  queue: QueueIdentity,
  options: ChangeOptions,
  { state, verb, meaning }: QueueStateChange,
): Promise<ChangedQueue> {
  const { reconciler, taskOptions } = connection;
  const before = await reconciler.read(queue, taskOptions);
  if (before.settings.state === state) return { before, settings: before.settings, isChanged: false };
  const question =
    `${verb} queue ${toCell(formatQueueId(queue))}? It is ${toCell(before.settings.state ?? "in an unknown state")}, ` +
    `${countPullRequests(before)} in it. ${meaning}`;
  await confirm(context, toApproval(options, connection), question);
  const settings = await reconciler.update(queue, { settings: { state } }, taskOptions);
  return { before, settings: settings ?? before.settings, isChanged: true };
}

/** Writes what became of a queue's state, for people. */
export function printQueueState(queue: QueueIdentity, { before, settings, isChanged }: ChangedQueue): string {
  const id = toCell(formatQueueId(queue));
  const state = toCell(String(settings.state));
  if (!isChanged) return `Queue ${id} is ${state} already; nothing was changed.\n`;
  return `Queue ${id} is ${state} now; it was ${toCell(String(before.settings.state))}.\n`;
}

/** Writes a queue's settings for programs, as `/updateQueue` responds. */
export function printQueueRecord(queue: QueueIdentity, settings: QueueRecord): OutputDocument {
  return printJson({ branch: queue.targetBranch, ...settings });
}

/** Writes how many pull requests are in a queue: `with 3 pull requests`. */
function countPullRequests({ pullRequests }: LiveQueue): string {
  if (pullRequests === undefined) return "with pull requests that the service does not show";
  if (pullRequests.length === 0) return "with no pull requests";
  return pullRequests.length === 1 ? "with 1 pull request" : `with ${pullRequests.length} pull requests`;
}
