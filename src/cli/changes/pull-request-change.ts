import type { CallOptions } from "../../api/api-client";
import type { SubmittedPullRequest } from "../../api/pull-request";
import { pollUntil } from "../../api/resolve/poll-until";
import { tryReadPullRequest } from "../../api/resolve/resolve-pull-request";
import { isMergeQueueError, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { toCell } from "../../text/to-cell";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import type { ChangeOptions } from "../connection/connection-options";
import { describeObstacles, tryFindTargetsCommand } from "../print/explain-pull-request";
import { canAsk, confirm } from "./confirm";

/** The fields of a request that name a pull request in a queue. */
export type PullRequestReference = QueueIdentity & { readonly pr: { readonly number: number } };

/** Returns the fields of a request that name a pull request in a queue. */
export function toPullRequestReference(queue: QueueIdentity, number: number): PullRequestReference {
  return { ...toQueueReference(queue), pr: { number } };
}

/** A change of a pull request in a queue, and its messages. */
export interface PullRequestChange {
  /** Returns the question before the change; undefined if another command undoes the change. */
  readonly ask?: (
    pullRequest: string,
    queue: string,
    before: SubmittedPullRequest | undefined,
  ) => string | undefined;
  readonly tell: (pullRequest: string, queue: string) => string;
  readonly send: (reference: PullRequestReference, options: CallOptions) => Promise<unknown>;
  readonly isShown: (
    after: SubmittedPullRequest | undefined,
    before: SubmittedPullRequest | undefined,
  ) => boolean;
}

/** A pull request before and after its change, and what became of it, for people. */
export interface ChangedPullRequest {
  readonly before: SubmittedPullRequest | undefined;
  readonly after: SubmittedPullRequest | undefined;
  readonly text: string;
}

/**
 * Changes a pull request in a queue: reads it, asks, sends the change and reads it back (promise I-1). It asks only on a
 * terminal: elsewhere the command line, which names the pull request, is enough (promise L-4).
 * @throws MergeQueueError `not_approved`; `not_stored` if reads do not show the change in time; or as the change itself
 */
export async function changePullRequest(
  { context }: CommandSession,
  connection: Connection,
  reference: PullRequestReference,
  options: ChangeOptions,
  { ask, tell, send, isShown }: PullRequestChange,
): Promise<ChangedPullRequest> {
  const { api, startCall, stopSignal } = connection;
  const { number } = reference.pr;
  const before = await tryReadPullRequest(api, reference, startCall());
  const id = formatQueueId(reference);
  const place = `queue ${toCell(id)}`;
  const question = ask?.(describe(number, before), place, before);
  if (question !== undefined && canAsk(context, options)) {
    await confirm(context, options, stopSignal, question);
  }
  const callOptions = startCall();
  await send(reference, callOptions);
  const pollOptions = { ...callOptions, clock: context.clock };
  const after = await readBack(connection, reference, pollOptions, (now) => isShown(now, before));
  return { before, after, text: `${tell(`Pull request #${number}`, place)}${describeState(id, after)}\n` };
}

async function readBack(
  { api, stopSignal }: Connection,
  reference: PullRequestReference,
  options: Parameters<typeof pollUntil>[0],
  isShown: (now: SubmittedPullRequest | undefined) => boolean,
): Promise<SubmittedPullRequest | undefined> {
  const { pr, ...queue } = reference;
  const accepted = `The service accepted the change of pull request ${pr.number} in queue ${formatQueueId(queue)}, but `;
  let now: SubmittedPullRequest | undefined;
  try {
    now = await pollUntil(options, (once) => tryReadPullRequest(api, reference, once), isShown);
  } catch (error) {
    const isStopped = stopSignal.aborted;
    if (!isStopped && !isMergeQueueError(error)) throw error;
    const why = isStopped ? "you interrupted the check of its result" : "its result could not be read";
    throw new MergeQueueError(
      isStopped || !isMergeQueueError(error) ? "interrupted" : error.code,
      `${accepted}${why}. ${isStopped ? "" : `${toErrorMessage(error)} `}To see the result, run mergequeue pr get.`,
      isMergeQueueError(error) ? error.details : { queue },
      error,
    );
  }
  if (isShown(now)) return now;
  const shown = now === undefined ? "no such pull request" : `its state as ${toCell(now.state ?? "unknown")}`;
  throw new MergeQueueError(
    "not_stored",
    `${accepted}reading shows ${shown}. To look again, run mergequeue pr get.`,
    { queue },
  );
}

function describe(number: number, before: SubmittedPullRequest | undefined): string {
  const { prTitle, prAuthor, state } = before ?? {};
  return [
    `pull request #${number}`,
    ...(prTitle === undefined ? [] : [JSON.stringify(toCell(prTitle, 80))]),
    ...(prAuthor === undefined ? [] : [`by ${toCell(prAuthor, 40)}`]),
    ...(state === undefined ? [] : [`(${toCell(state, 40)})`]),
  ].join(" ");
}

function describeState(id: string, after: SubmittedPullRequest | undefined): string {
  if (after?.state === undefined) return "";
  const { state, readiness } = after;
  const obstacles = state === "not_ready" ? describeObstacles(readiness ?? {}) : undefined;
  const command = tryFindTargetsCommand(id, after);
  return (
    ` Its state is ${toCell(state)}${obstacles === undefined ? "" : `: ${obstacles}`}.` +
    (command === undefined ? "" : `\nReport its impacted targets: ${command}`)
  );
}
