import type { Command } from "commander";
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
  $ mergequeue pr restart github.com/acme/web/main 7
${EXIT_HELP}`;

/** Adds `restart` to `pr`, which restarts the tests of a pull request. */
export function addPrRestartCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("restart")
    .summary("restart the tests of a pull request")
    .description("Restarts the tests of a pull request that is being tested in a queue.")
    .argument("<queue>", "the queue's id, host/owner/name/branch")
    .argument("<number>", "the pull request's number", parsePullRequestNumber);
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, number: number, options: ChangeOptions) => {
      const queue = parseQueueId(id);
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      await changePullRequest(session, connection, queue, number, options, {
        ask: (pullRequest, place) => `Restart the tests of ${pullRequest} in ${place}?`,
        tell: (pullRequest, place) => `The tests of ${pullRequest.toLowerCase()} in ${place} were restarted.`,
        send: (reference, callOptions) =>
          connection.api.call("restartTestsOnPullRequest", reference, callOptions),
        // Nothing in a pull request tells a first run of its tests from a second one.
        isShown: () => true,
      });
    });
}
