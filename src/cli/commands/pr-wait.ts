import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import { addPullRequestArguments, addReadingOptions, WAIT_EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { type ShowOptions, WAIT_TIMEOUT } from "../connection/connection-options";

const EXAMPLES = `
On a terminal one line shows the state; elsewhere there is a line for each
change, and at least one a minute. While the service cannot be reached, the
command continues to wait. After a timeout or Ctrl-C the pull request is still
in the queue.

Examples:
  $ mergequeue pr wait github.com/acme/web/main 7 --timeout 2h
  $ mergequeue pr wait github.com/acme/web/main 7 --json | jq .state
${WAIT_EXIT_HELP}`;

/** Adds `wait` to `pr`, which waits until a pull request has left a queue. */
export function addPrWaitCommand(parent: Command, session: CommandSession): void {
  const command = addPullRequestArguments(parent.command("wait"))
    .summary("wait until a pull request is merged, has failed or was cancelled")
    .description(
      "Waits until a pull request that was submitted to a queue is merged, has failed or was cancelled. If it was not " +
        "merged, shows which checks failed and everything else that the service says of it.",
    );
  addReadingOptions(command, WAIT_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, number: number, options: ShowOptions) => {
      const { waitForPullRequest } = await import("../actions/wait-for-pull-request");
      await waitForPullRequest(session, queue, number, options);
    });
}
