import type { Command } from "commander";
import { toWireShape } from "../../api/additional-fields";
import { cancelPullRequest } from "../../api/resolve/cancel-pull-request";
import { isChanged, isInQueue, submitPullRequest } from "../../api/resolve/submit-pull-request";
import type { QueueIdentity } from "../../queue/queue-identity";
import { isWaiting } from "../../reconcile/drain/held";
import { toQueueReference } from "../../reconcile/read-queue";
import { followPullRequest } from "../changes/follow-pull-request";
import {
  changePullRequest,
  type PullRequestChange,
  printChangedPullRequest,
} from "../changes/pull-request-change";
import {
  addPullRequestArguments,
  addWritingOptions,
  type ChangeOptions,
  EXIT_HELP,
  WAIT_EXIT_HELP,
  WAIT_TIMEOUT,
  WRITE_TIMEOUT,
} from "../command-options";
import type { CommandSession } from "../command-session";
import { type Connection, connect } from "../connection/connect";
import { parsePriority } from "../parse-arguments";
import { printJson } from "../print/print-json";
import { toCell } from "../print/to-cell";

interface SubmitOptions extends ChangeOptions {
  readonly priority?: number | string;
  /** False after `--no-batch`. */
  readonly batch: boolean;
}

interface PrChangeOptions extends ChangeOptions {
  /** Only of `submit`. */
  readonly wait?: boolean;
}

type ChangeMaker<Options> = (
  connection: Connection,
  session: CommandSession,
  options: Options,
) => PullRequestChange;

/** Adds `submit`, `cancel` and `restart` to `pr`. */
export function addPrChangeCommands(parent: Command, session: CommandSession): void {
  const submit = addPullRequestArguments(parent.command("submit"))
    .summary("submit a pull request to a queue")
    .description("Submits a pull request to a queue, which tests and merges it.")
    .option("--priority <priority>", "a number, or a name that the service knows", parsePriority)
    .option("--no-batch", "test it alone, not in a batch")
    .option("--wait", "wait until it is merged, has failed or was cancelled");
  addWritingOptions(submit, `${WRITE_TIMEOUT.text}; with --wait ${WAIT_TIMEOUT.text}`).addHelpText(
    "after",
    `
With --wait, the command does the same as mergequeue pr wait afterwards.

Examples:
  $ mergequeue pr submit github.com/acme/web/main 7
  $ mergequeue pr submit github.com/acme/web/main 7 --priority high --no-batch
  $ mergequeue pr submit github.com/acme/web/main 7 --wait --timeout 2h
${WAIT_EXIT_HELP}`,
  );
  addAction(submit, session, toSubmission);
  const cancel = addPullRequestArguments(parent.command("cancel"))
    .summary("remove a pull request from a queue")
    .description("Removes a pull request from a queue without merging it.");
  addChange(cancel, session, toCancellation);
  const restart = addPullRequestArguments(parent.command("restart"))
    .summary("restart the tests of a pull request")
    .description("Restarts the tests of a pull request that is being tested in a queue.");
  addChange(restart, session, toRestart);
}

function addChange<Options extends ChangeOptions>(
  command: Command,
  session: CommandSession,
  toChange: ChangeMaker<Options>,
): void {
  const help = `
It asks only on a terminal, and only if tests would be lost.

Examples:
  $ mergequeue pr ${command.name()} github.com/acme/web/main 7
${EXIT_HELP}`;
  addAction(addWritingOptions(command).addHelpText("after", help), session, toChange);
}

function addAction<Options extends PrChangeOptions>(
  command: Command,
  session: CommandSession,
  toChange: ChangeMaker<Options>,
): void {
  command.action(async (queue: QueueIdentity, number: number, options: Options) => {
    const isWaiting = options.wait === true;
    const { context, write } = session;
    const startedAtMs = context.clock.now();
    const connection = await connect(session, options, isWaiting ? WAIT_TIMEOUT.ms : WRITE_TIMEOUT.ms);
    const change = toChange(connection, session, options);
    const changed = await changePullRequest(session, connection, queue, number, options, change);
    const text = printChangedPullRequest(queue, number, changed, change);
    if (isWaiting) {
      if (options.json !== true) context.writeNote(text);
      const reference = { ...toQueueReference(queue), pr: { number } };
      const timeoutMs = connection.timeoutMs - (context.clock.now() - startedAtMs);
      const wait = { reference, first: changed.after, outdated: changed.before, timeoutMs };
      await followPullRequest(session, connection, wait, options);
    } else
      write(options.json === true ? printJson(toWireShape(changed.after ?? { prNumber: number })) : text);
  });
}

const toSubmission: ChangeMaker<SubmitOptions> = ({ api }, { context: { clock } }, { priority, batch }) => {
  const manner = `${priority === undefined ? "" : ` with priority ${toCell(String(priority))}`}${batch ? "" : ", to be tested alone"}`;
  const given = { ...(priority === undefined ? {} : { priority }), ...(batch ? {} : { noBatch: true }) };
  return {
    tell: (pullRequest, place) => `${pullRequest} was submitted to ${place}${manner}.`,
    send: (reference, options) => submitPullRequest({ api, clock, options }, { ...reference, ...given }),
    // It may have left the queue already; then its id or the time of its state has changed.
    isShown: (after, before) => isInQueue(after) || isChanged(before, after),
  };
};

const toCancellation: ChangeMaker<ChangeOptions> = ({ api }, { context: { clock } }) => ({
  // One that waits loses nothing but its place: submitting it again undoes that.
  ask: (pullRequest, place, before) =>
    before !== undefined && isWaiting(before) ? undefined : `Cancel ${pullRequest} in ${place}?`,
  tell: (pullRequest, place) => `${pullRequest} was cancelled in ${place}.`,
  send: (reference, options) => cancelPullRequest({ api, clock, options }, reference),
  isShown: (after) => !isInQueue(after),
});

const toRestart: ChangeMaker<ChangeOptions> = ({ api }) => ({
  ask: (pullRequest, place) => `Restart the tests of ${pullRequest} in ${place}?`,
  tell: (pullRequest, place) => `The tests of ${pullRequest.toLowerCase()} in ${place} were restarted.`,
  send: (reference, options) => api.call("restartTestsOnPullRequest", reference, options),
  // A pull request shows no difference between the first and the second run of its tests.
  isShown: () => true,
});
