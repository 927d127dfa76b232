import type { CallOptions } from "../../api/api-client";
import { pollUntil } from "../../api/poll-until";
import { tryReadPullRequest } from "../../api/resolve-pull-request";
import { isMergeQueueError, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describePullRequests } from "../../reconcile/describe-pull-requests";
import { toQueueReference } from "../../reconcile/read-queue";
import { toCell } from "../../text/to-cell";
import type { SubmittedPullRequest } from "../../wire/first/pull-request";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import type { ChangeOptions } from "../connection/connection-options";
import { canAsk, confirm } from "./confirm";

export type PullRequestReference = QueueIdentity & { readonly pr: { readonly number: number } };

export function toPullRequestReference(queue: QueueIdentity, number: number): PullRequestReference {
  return { ...toQueueReference(queue), pr: { number } };
}

export type MaybeRead = SubmittedPullRequest | undefined;

export interface PullRequestChange {
  /** Returns the question to ask before the change, or undefined if a command can undo the change. */
  readonly ask?: (name: string, place: string, before: MaybeRead) => string | undefined;
  /** Returns the reason if no request is needed, as when a job repeats the command. Otherwise undefined. */
  readonly tryTellDone: (name: string, place: string, before: SubmittedPullRequest) => string | undefined;
  readonly tell: (name: string, place: string, before: MaybeRead) => string;
  readonly send: (request: PullRequestReference, options: CallOptions, before: MaybeRead) => Promise<unknown>;
  readonly isShown: (after: MaybeRead, before: MaybeRead) => boolean;
}

/** Reads the pull request, asks (on a terminal only), sends the request, and reads the result. */
export async function changePullRequest(
  { context }: CommandSession,
  connection: Connection,
  reference: PullRequestReference,
  { ask, tryTellDone, tell, send, isShown, ...options }: PullRequestChange & ChangeOptions,
): Promise<{
  readonly before: MaybeRead;
  readonly after: MaybeRead;
  readonly isSent: boolean;
  /** Says in a sentence what was changed, or why no request was sent. */
  readonly text: string;
}> {
  const { api, startCall, stopSignal } = connection;
  const { number } = reference.pr;
  const before = await tryReadPullRequest(api, reference, startCall());
  const place = `queue ${toCell(formatQueueId(reference))}`;
  const name = `Pull request #${number}`;
  const done = before && tryTellDone(name, place, before);
  if (done !== undefined) return { before, after: before, isSent: false, text: done };
  const known = before === undefined ? `#${number}` : describePullRequests([before]).trim();
  const question = ask?.(`pull request ${known}`, place, before);
  if (question !== undefined && canAsk(context, options))
    await confirm(context, options, stopSignal, question);
  const callOptions = { ...startCall(), clock: context.clock };
  await send(reference, callOptions, before);
  const after = await readBack(connection, reference, callOptions, (now) => isShown(now, before));
  return { before, after, isSent: true, text: tell(name, place, before) };
}

async function readBack(
  { api, stopSignal }: Connection,
  reference: PullRequestReference,
  options: Parameters<typeof pollUntil>[0],
  isShown: (now: MaybeRead) => boolean,
): Promise<MaybeRead> {
  const { pr, ...queue } = reference;
  const accepted = `The service accepted the change of pull request ${pr.number} in queue ${formatQueueId(queue)}, but `;
  let now: MaybeRead;
  try {
    now = await pollUntil(options, (once) => tryReadPullRequest(api, reference, once), isShown);
  } catch (error) {
    if (!stopSignal.aborted && !isMergeQueueError(error)) throw error;
    const details = isMergeQueueError(error) ? error.details : { queue };
    const code = stopSignal.aborted || !isMergeQueueError(error) ? "interrupted" : error.code;
    const why = stopSignal.aborted
      ? "you interrupted the check of its result."
      : `its result could not be read. ${toErrorMessage(error)}`;
    const message = `${accepted}${why} To see the result, run mergequeue pr get.`;
    throw new MergeQueueError(code, message, details, error);
  }
  if (isShown(now)) return now;
  const shown = now === undefined ? "no such pull request" : `its state as ${toCell(now.state ?? "unknown")}`;
  const message = `${accepted}a later read shows ${shown}. To look again, run mergequeue pr get.`;
  throw new MergeQueueError("not_stored", message, { queue });
}
