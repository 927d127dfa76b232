import { toWireShape } from "../../api/additional-fields";
import type { CallOptions } from "../../api/api-client";
import type { SubmittedPullRequest } from "../../api/pull-request";
import { createPollDelays, READER_LAG_MS } from "../../api/resolve/poll-until";
import { tryReadPullRequest } from "../../api/resolve/submit-pull-request";
import { isMergeQueueError, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { ChangeOptions } from "../change-options";
import { toApproval } from "../change-options";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { describeObstacles } from "../print/explain-pull-request";
import { printJson } from "../print/print-json";
import { toCell } from "../print/to-cell";
import { confirm } from "./confirm";

/** A pull request of a queue, as every request on it names it. */
export type PullRequestReference = QueueIdentity & { readonly pr: { readonly number: number } };

/** A change of a pull request in a queue, and the words for it. */
export interface PullRequestChange {
  /** Asks for the change of a pull request in a queue; both are described in words. */
  readonly ask: (pullRequest: string, queue: string) => string;
  /** Says that it was done. */
  readonly tell: (pullRequest: string, queue: string) => string;
  /** Does it. */
  readonly send: (reference: PullRequestReference, options: CallOptions) => Promise<unknown>;
  /** Tells whether a pull request that is read afterwards shows the change. */
  readonly isShown: (
    after: SubmittedPullRequest | undefined,
    before: SubmittedPullRequest | undefined,
  ) => boolean;
}

/**
 * Changes a pull request in a queue: reads it, asks, sends the change, reads it back (promise I-1) and prints it.
 * @throws MergeQueueError `not_approved`; `not_stored` if reading does not show the change for as long as a reader
 *   may lag; or as the change itself
 */
export async function changePullRequest(
  { context, writeDocument }: CommandSession,
  connection: Connection,
  queue: QueueIdentity,
  number: number,
  options: ChangeOptions,
  change: PullRequestChange,
): Promise<void> {
  const { api, startCall } = connection;
  const reference = { ...toQueueReference(queue), pr: { number } };
  const before = await tryReadPullRequest(api, reference, startCall());
  const id = `queue ${toCell(formatQueueId(queue))}`;
  await confirm(context, toApproval(options, connection), change.ask(describe(number, before), id));
  const callOptions = startCall();
  await change.send(reference, callOptions);
  const after = await readBack(context.clock, connection, reference, callOptions, (now) =>
    change.isShown(now, before),
  );
  if (options.json === true) writeDocument(printJson(toWireShape(after ?? { prNumber: number })));
  else context.writeOut(`${change.tell(`Pull request #${number}`, id)}${describeState(after)}\n`);
}

/** Reads until the change is shown. */
async function readBack(
  clock: CommandSession["context"]["clock"],
  { api, stopSignal }: Connection,
  reference: PullRequestReference,
  options: CallOptions,
  isShown: (now: SubmittedPullRequest | undefined) => boolean,
): Promise<SubmittedPullRequest | undefined> {
  const endsAt = clock.now() + Math.min(READER_LAG_MS, options.deadline.remainingMs);
  const nextDelayMs = createPollDelays();
  try {
    for (;;) {
      const now = await tryReadPullRequest(api, reference, options);
      if (isShown(now)) return now;
      const delayMs = nextDelayMs();
      if (clock.now() + delayMs >= endsAt) throw createNotShownError(reference, now);
      await clock.sleep(delayMs, stopSignal);
    }
  } catch (error) {
    throw explainReadBack(reference, error, stopSignal.aborted);
  }
}

function createNotShownError(
  { pr, ...queue }: PullRequestReference,
  now: SubmittedPullRequest | undefined,
): MergeQueueError {
  const shown = now === undefined ? "no such pull request" : `its state as ${toCell(now.state ?? "unknown")}`;
  return new MergeQueueError(
    "not_stored",
    `The service accepted the change of pull request ${pr.number} in queue ${formatQueueId(queue)}, but reading ` +
      `shows ${shown}. Look again with mergequeue pr get.`,
    { queue },
  );
}

function explainReadBack(
  { pr, ...queue }: PullRequestReference,
  error: unknown,
  isStopped: boolean,
): unknown {
  if (isMergeQueueError(error) && error.code === "not_stored") return error;
  if (!isStopped && !isMergeQueueError(error)) return error;
  return new MergeQueueError(
    isStopped || !isMergeQueueError(error) ? "interrupted" : error.code,
    `The service accepted the change of pull request ${pr.number} in queue ${formatQueueId(queue)}, but what became ` +
      `of it ${isStopped ? "was not waited for" : `could not be read: ${toErrorMessage(error)}`}. Look with ` +
      "mergequeue pr get.",
    isMergeQueueError(error) ? error.details : { queue },
    error,
  );
}

function describe(number: number, before: SubmittedPullRequest | undefined): string {
  if (before === undefined) return `pull request #${number}`;
  const title = before.prTitle === undefined ? "" : ` ${JSON.stringify(toCell(before.prTitle, 80))}`;
  const author = before.prAuthor === undefined ? "" : ` by ${toCell(before.prAuthor, 40)}`;
  const state = before.state === undefined ? "" : ` (${toCell(before.state, 40)})`;
  return `pull request #${number}${title}${author}${state}`;
}

function describeState(after: SubmittedPullRequest | undefined): string {
  if (after?.state === undefined) return "";
  const { state, readiness } = after;
  const obstacles =
    state === "not_ready" && readiness !== undefined ? describeObstacles(readiness) : undefined;
  return ` Its state is ${toCell(state)}${obstacles === undefined ? "" : `: ${obstacles}`}.`;
}
