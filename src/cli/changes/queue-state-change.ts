import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord, SettingValueOf } from "../../queue/settings";
import { type ChangedState, describeStateChange } from "../../reconcile/queue-state";
import type { LiveQueue } from "../../reconcile/read-queue";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import { toCell } from "../../text/to-cell";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { type ChangeOptions, toApproval } from "../connection/connection-options";
import { confirm } from "./confirm";

/** A state to bring a queue to, and the words for it. */
export interface QueueStateChange {
  readonly state: SettingValueOf<"state">;
  /** What the user does, as the beginning of a question: `Pause`. */
  readonly verb: string;
  /** What that means, as a sentence. */
  readonly meaning: string;
}

/**
 * Brings a queue to a state, with the promises of the reconciler: what is sent is read back.
 * @throws MergeQueueError `not_approved`, or as `Reconciler.changeState`
 */
export async function changeQueueState(
  { context }: CommandSession,
  connection: Connection,
  queue: QueueIdentity,
  options: ChangeOptions,
  { state, verb, meaning }: QueueStateChange,
): Promise<ChangedState> {
  const { reconciler, taskOptions } = connection;
  return reconciler.changeState(queue, state, taskOptions, async (before) => {
    const question =
      `${verb} queue ${toCell(formatQueueId(queue))}? It is ${toCell(before.settings.state ?? "in an unknown state")}, ` +
      `${countPullRequests(before)} in it. ${meaning}`;
    await confirm(context, toApproval(options, connection), question);
  });
}

/** Writes what became of a queue's state, for people. */
export function printQueueState(queue: QueueIdentity, changed: ChangedState): string {
  return `${toCell(describeStateChange(queue, changed))}\n`;
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
