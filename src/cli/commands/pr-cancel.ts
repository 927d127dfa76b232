import type { Command } from "commander";
import { cancelPullRequest } from "../../api/resolve/cancel-pull-request";
import { isInQueue } from "../../api/resolve/submit-pull-request";
import { parseQueueId } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import { parsePullRequestNumber } from "../parse-arguments";
import { changePullRequest } from "../pull-request-change";

const EXAMPLES = `
Examples:
  $ mergequeue pr cancel github.com/acme/web/main 7
${EXIT_HELP}`;

/** Adds `cancel` to `pr`, which takes a pull request out of a queue. */
export function addPrCancelCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("cancel")
    .summary("take a pull request out of a queue")
    .description("Takes a pull request out of a queue; it is not merged.")
    .argument("<queue>", "the queue's id, host/owner/name/branch")
    .argument("<number>", "the pull request's number", parsePullRequestNumber);
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, number: number, options: ChangeOptions) => {
      const queue = parseQueueId(id);
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      const { clock } = session.context;
      await changePullRequest(session, connection, queue, number, options, {
        ask: (pullRequest, place) => `Cancel ${pullRequest} in ${place}?`,
        tell: (pullRequest, place) => `${pullRequest} was cancelled in ${place}.`,
        send: (reference, callOptions) =>
          cancelPullRequest({ api: connection.api, clock, options: callOptions }, reference),
        isShown: (after) => !isInQueue(after),
      });
    });
}
