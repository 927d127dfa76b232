import type { Command } from "commander";
import { isInQueue, submitPullRequest } from "../../api/resolve/submit-pull-request";
import { parseQueueId } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import { changePullRequest } from "../changes/pull-request-change";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import { parsePriority, parsePullRequestNumber } from "../parse-arguments";
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

/** Adds `submit` to `pr`, which puts a pull request into a queue. */
export function addPrSubmitCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("submit")
    .summary("submit a pull request to a queue")
    .description("Submits a pull request to a queue, which tests and merges it.")
    .argument("<queue>", "the queue's id, host/owner/name/branch")
    .argument("<number>", "the pull request's number", parsePullRequestNumber)
    .option("--priority <priority>", "a number, or a word that the service knows", parsePriority)
    .option("--no-batch", "test it alone, outside of batches");
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, number: number, options: SubmitOptions) => {
      await submit(session, id, number, options);
    });
}

async function submit(
  session: CommandSession,
  id: string,
  number: number,
  options: SubmitOptions,
): Promise<void> {
  const queue = parseQueueId(id);
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
    // A stay in the queue may have ended already: it left another mark than the one before.
    isShown: (after, before) =>
      isInQueue(after) ||
      (after !== undefined && (after.id !== before?.id || after.stateChangedAt !== before?.stateChangedAt)),
  });
}
