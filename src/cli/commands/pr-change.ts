import type { Command } from "commander";
import { cancelPullRequest } from "../../api/resolve/cancel-pull-request";
import { isInQueue, submitPullRequest } from "../../api/resolve/submit-pull-request";
import type { QueueIdentity } from "../../queue/queue-identity";
import { changePullRequest, type PullRequestChange } from "../changes/pull-request-change";
import {
  addPullRequestArguments,
  addWritingOptions,
  type ChangeOptions,
  EXIT_HELP,
  WRITE_TIMEOUT,
} from "../command-options";
import type { CommandSession } from "../command-session";
import { type Connection, connect } from "../connection/connect";
import { parsePriority } from "../parse-arguments";
import { toCell } from "../print/to-cell";

interface SubmitOptions extends ChangeOptions {
  readonly priority?: number | string;
  /** False after `--no-batch`. */
  readonly batch: boolean;
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
    .option("--no-batch", "test it alone, not in a batch");
  const examples = "\n  $ mergequeue pr submit github.com/acme/web/main 7 --priority high --no-batch";
  addChange(submit, session, toSubmission, examples);
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
  examples = "",
): void {
  const help = `
Examples:
  $ mergequeue pr ${command.name()} github.com/acme/web/main 7${examples}
${EXIT_HELP}`;
  addWritingOptions(command)
    .addHelpText("after", help)
    .action(async (queue: QueueIdentity, number: number, options: Options) => {
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      const change = toChange(connection, session, options);
      await changePullRequest(session, connection, queue, number, options, change);
    });
}

const toSubmission: ChangeMaker<SubmitOptions> = ({ api }, { context: { clock } }, { priority, batch }) => {
  const manner = `${priority === undefined ? "" : ` with priority ${toCell(String(priority))}`}${batch ? "" : ", to be tested alone"}`;
  const given = { ...(priority === undefined ? {} : { priority }), ...(batch ? {} : { noBatch: true }) };
  return {
    ask: (pullRequest, place) => `Submit ${pullRequest} to ${place}${manner}?`,
    tell: (pullRequest, place) => `${pullRequest} was submitted to ${place}.`,
    send: (reference, options) => submitPullRequest({ api, clock, options }, { ...reference, ...given }),
    // It may have left the queue already; then its id or the time of its state has changed.
    isShown: (after, before) =>
      isInQueue(after) ||
      (after !== undefined && (after.id !== before?.id || after.stateChangedAt !== before?.stateChangedAt)),
  };
};

const toCancellation: ChangeMaker<ChangeOptions> = ({ api }, { context: { clock } }) => ({
  ask: (pullRequest, place) => `Cancel ${pullRequest} in ${place}?`,
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
