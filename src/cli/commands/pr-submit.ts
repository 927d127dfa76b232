import type { Command } from "commander";
import { isInQueue, submitPullRequest } from "../../api/resolve/submit-pull-request";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, addPullRequestArguments, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import { changePullRequest } from "../changes/pull-request-change";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import { parsePriority } from "../parse-arguments";
import { toCell } from "../print/to-cell";

interface SubmitOptions extends ChangeOptions {
  readonly priority?: number | string;
  /** False after `--no-batch`. */
  readonly batch: boolean;
}

const EXAMPLES = `
Examples:
  $ mergequeue pr submit github.com/acme/web/main 7
  $ mergequeue pr submit github.com/acme/web/main 7 --priority high --no-batch
${EXIT_HELP}`;

/** Adds `submit` to `pr`, which submits a pull request to a queue. */
export function addPrSubmitCommand(parent: Command, session: CommandSession): void {
  const command = addPullRequestArguments(parent.command("submit"))
    .summary("submit a pull request to a queue")
    .description("Submits a pull request to a queue, which tests and merges it.")
    .option("--priority <priority>", "a number, or a name that the service knows", parsePriority)
    .option("--no-batch", "test it alone, not in a batch");
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, number: number, options: SubmitOptions) => {
      await submit(session, queue, number, options);
    });
}

async function submit(
  session: CommandSession,
  queue: QueueIdentity,
  number: number,
  options: SubmitOptions,
): Promise<void> {
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const { priority, batch } = options;
  const { clock } = session.context;
  const manner = `${priority === undefined ? "" : ` with priority ${toCell(String(priority))}`}${batch ? "" : ", to be tested alone"}`;
  await changePullRequest(session, connection, queue, number, options, {
    ask: (pullRequest, place) => `Submit ${pullRequest} to ${place}${manner}?`,
    tell: (pullRequest, place) => `${pullRequest} was submitted to ${place}.`,
    send: (reference, callOptions) =>
      submitPullRequest(
        { api: connection.api, clock, options: callOptions },
        {
          ...reference,
          ...(priority === undefined ? {} : { priority }),
          ...(batch ? {} : { noBatch: true }),
        },
      ),
    // It may have left the queue already; then its id or the time of its state has changed.
    isShown: (after, before) =>
      isInQueue(after) ||
      (after !== undefined && (after.id !== before?.id || after.stateChangedAt !== before?.stateChangedAt)),
  });
}
