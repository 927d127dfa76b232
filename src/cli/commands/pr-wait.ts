import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import { followPullRequest } from "../changes/follow-pull-request";
import { toPullRequestReference } from "../changes/pull-request-change";
import { addExamples, addPullRequestArguments, WAIT_EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { type ShowOptions, WAIT_TIMEOUT } from "../connection/connection-options";

const EXAMPLES = `
On a terminal one line shows the state; elsewhere there is a line for each
change, and at least one a minute. While the service cannot be reached, the
command continues to wait. After a timeout or Ctrl-C the pull request is still
in the queue.

Examples:
  $ mergequeue pr wait github.com/acme/web/main 7 --timeout 2h
  $ mergequeue pr wait github.com/acme/web/main 7 --json | jq .state`;

export function definePrWait(command: Command, session: CommandSession): void {
  addPullRequestArguments(command).description(
    "Waits until a pull request that was submitted to a queue is merged, has failed or was cancelled. If it was not " +
      "merged, shows which checks failed and everything else that the service says of it.",
  );
  addExamples(addReadingOptions(command, WAIT_TIMEOUT.text), EXAMPLES, WAIT_EXIT_HELP).action(
    async (queue: QueueIdentity, number: number, options: ShowOptions) => {
      const connection = await connect(session, options, WAIT_TIMEOUT.ms);
      const wait = { reference: toPullRequestReference(queue, number), timeoutMs: connection.timeoutMs };
      await followPullRequest(session, connection, wait, options);
    },
  );
}
