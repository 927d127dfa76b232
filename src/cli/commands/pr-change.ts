import type { Command } from "commander";
import { isChanged, isInQueue, resolveCancel, resolveSubmit } from "../../api/resolve-pull-request";
import type { QueueIdentity } from "../../queue/queue-identity";
import { isWaiting } from "../../reconcile/listed-queue";
import { toCell } from "../../text/to-cell";
import type { SubmittedPullRequest } from "../../wire/first/pull-request";
import { followPullRequest } from "../changes/follow-pull-request";
import {
  changePullRequest,
  type PullRequestChange,
  toPullRequestReference,
} from "../changes/pull-request-change";
import { addExamples, addPullRequestArguments, WAIT_EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { addWritingOptions } from "../connection/add-connection-options";
import { type Connection, connect } from "../connection/connect";
import { type ChangeOptions, WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { parsePriority } from "../parse-options";
import { writeResult } from "../print/create-view";

const SUBMIT_EXAMPLES = `
A pull request that is in the queue already stays in its place; --priority and
--no-batch still apply to it. One that was merged is not submitted again. Both
end with status 0, so that a job can run again.

With --wait, the command does the same as mergequeue pr wait afterwards.

Examples:
  $ mergequeue pr submit github.com/acme/web/main 7
  $ mergequeue pr submit github.com/acme/web/main 7 --priority high --no-batch
  $ mergequeue pr submit github.com/acme/web/main 7 --wait --timeout 2h`;

/** Defines `pr submit`, which submits a pull request to a queue. */
export function definePrSubmit(command: Command, session: CommandSession): void {
  addPullRequestArguments(addExamples(command, SUBMIT_EXAMPLES, WAIT_EXIT_HELP))
    .description("Submits a pull request to a queue, which tests and merges it.")
    .option("--priority <priority>", "a number, or a name that the service knows", parsePriority)
    .option("--no-batch", "test it alone, not in a batch")
    .option("--wait", "wait until it is merged, has failed or was cancelled");
  defineChange(command, session, toSubmission, `${WRITE_TIMEOUT.text}; with --wait ${WAIT_TIMEOUT.text}`);
}

const listExamples = (name: string): string => `
It asks only on a terminal, and only if tests would be lost.

Examples:
  $ mergequeue pr ${name} github.com/acme/web/main 7`;

/** Defines `pr cancel`, which removes a pull request from a queue. */
export function definePrCancel(command: Command, session: CommandSession): void {
  addPullRequestArguments(addExamples(command, listExamples("cancel"))).description(
    "Removes a pull request from a queue without merging it. One that has left the queue is no error.",
  );
  defineChange(command, session, toCancellation);
}

/** Defines `pr restart`, which restarts the tests of a pull request. */
export function definePrRestart(command: Command, session: CommandSession): void {
  addPullRequestArguments(addExamples(command, listExamples("restart"))).description(
    "Restarts the tests of a pull request that is being tested in a queue.",
  );
  defineChange(command, session, toRestart);
}

function defineChange(command: Command, session: CommandSession, make: ChangeMaker, timeout?: string): void {
  const act = async (queue: QueueIdentity, number: number, options: PrOptions): Promise<void> => {
    const { clock, writeNote } = session.context;
    const startedAtMs = clock.now();
    const isFollowed = options.wait === true;
    const connection = await connect(session, options, isFollowed ? WAIT_TIMEOUT.ms : WRITE_TIMEOUT.ms);
    const reference = toPullRequestReference(queue, number);
    const change = { ...options, ...make(connection, session, options) };
    const { before, after, isSent, text } = await changePullRequest(session, connection, reference, change);
    if (!isFollowed) {
      writeResult(session, options, after ?? { prNumber: number }, () => text);
      return;
    }
    if (options.json !== true) writeNote(text);
    const timeoutMs = connection.timeoutMs - (clock.now() - startedAtMs);
    const wait = { reference, first: after, outdated: isSent ? before : undefined, timeoutMs };
    await followPullRequest(session, connection, wait, options);
  };
  addWritingOptions(command, timeout).action(act);
}

/** Only `submit` has more than the usual options. */
interface PrOptions extends ChangeOptions {
  readonly priority?: number | string;
  /** False after `--no-batch`. */
  readonly batch?: boolean;
  readonly wait?: boolean;
}

type ChangeMaker = (connection: Connection, session: CommandSession, options: PrOptions) => PullRequestChange;

const toSubmission: ChangeMaker = ({ api }, { context: { clock } }, { priority, batch = true }) => {
  const shown = priority === undefined ? "" : ` with priority ${toCell(String(priority))}`;
  const manner = `${shown}${batch ? "" : ", to be tested alone"}`;
  const given = { ...(priority === undefined ? {} : { priority }), ...(batch ? {} : { noBatch: true }) };
  const hasPriority = ({ priorityName, priorityValue }: SubmittedPullRequest): boolean =>
    priority === undefined || priority === (typeof priority === "number" ? priorityValue : priorityName);
  return {
    // The record does not show whether it may be in a batch, so that is sent again.
    tryTellDone: (pullRequest, place, before) => {
      if (before.state === "merged")
        return `${pullRequest} was merged by ${place} already; nothing was sent.`;
      if (!isInQueue(before) || !batch || !hasPriority(before)) return undefined;
      return `${pullRequest} is in ${place} already; nothing was sent.`;
    },
    tell: (pullRequest, place, before) =>
      isInQueue(before)
        ? `${pullRequest} was in ${place} already, and is there now${manner}.`
        : `${pullRequest} was submitted to ${place}${manner}.`,
    send: (reference, options) => resolveSubmit({ ...options, api, clock }, { ...reference, ...given }),
    // It may have left the queue already; then its id or the time of its state has changed.
    isShown: (after, before) => isInQueue(after) || isChanged(before, after),
  };
};

const toCancellation: ChangeMaker = ({ api }, { context: { clock } }) => ({
  // One that waits loses nothing but its place: submitting it again undoes that.
  ask: (pullRequest, place, before) =>
    before !== undefined && isWaiting(before) ? undefined : `Cancel ${pullRequest} in ${place}?`,
  tryTellDone: (pullRequest, place, before) =>
    isInQueue(before) ? undefined : `${pullRequest} has left ${place} already; nothing was sent.`,
  tell: (pullRequest, place) => `${pullRequest} was cancelled in ${place}.`,
  send: (reference, options, before) => resolveCancel({ ...options, api, clock }, reference, before),
  isShown: (after) => !isInQueue(after),
});

const toRestart: ChangeMaker = ({ api }) => ({
  ask: (pullRequest, place) => `Restart the tests of ${pullRequest} in ${place}?`,
  tryTellDone: () => undefined,
  tell: (pullRequest, place) => `The tests of ${pullRequest.toLowerCase()} in ${place} were restarted.`,
  send: (reference, options) => api.call("restartTestsOnPullRequest", reference, options),
  // A pull request shows no difference between the first and the second run of its tests.
  isShown: () => true,
});
