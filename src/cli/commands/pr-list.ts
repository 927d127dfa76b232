import { type Command, Option } from "commander";
import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ListOptions } from "../actions/list-pull-requests";
import { addQueueArgument, addReadingOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { WRITE_TIMEOUT } from "../connection/connection-options";
import { parseLimit, parseSince } from "../parse-arguments";

const EXAMPLES = `
Without --all, --state and --since, the pull requests are those in the queue now,
in the queue's order.

Examples:
  $ mergequeue pr list github.com/acme/web/main
  $ mergequeue pr list github.com/acme/web/main --state testing
  $ mergequeue pr list github.com/acme/web/main --state merged --since 24h
  $ mergequeue pr list github.com/acme/web/main --json | jq '.pullRequests[]'
${EXIT_HELP}`;

/** Adds `list` to `pr`, which lists the pull requests of a queue, all pages. */
export function addPrListCommand(parent: Command, session: CommandSession): void {
  const command = addQueueArgument(parent.command("list"))
    .summary("list the pull requests in a queue")
    .description("Lists the pull requests that are in a queue, or all that were submitted to it.")
    .option("--all", "also those that have left the queue")
    .addOption(new Option("--state <state>", "only those in this state").choices(PULL_REQUEST_STATES))
    .option(
      "--since <time>",
      "only those merged, failed or cancelled since this time: 2026-01-31T08:00:00Z, or 24h or 7d ago",
      (text) => parseSince(text, session.context.nowMs()),
    )
    .option("--limit <number>", "the maximum number of pull requests (all)", parseLimit);
  addReadingOptions(command, WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, options: ListOptions) => {
      const { listPullRequests } = await import("../actions/list-pull-requests");
      await listPullRequests(session, queue, options);
    });
}
