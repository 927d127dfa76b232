import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import { addQueueArgument, addReadingOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import type { ShowOptions } from "../connection/connection-options";

const EXAMPLES = `
Examples:
  $ mergequeue queue get github.com/acme/web/main
  $ mergequeue queue get github.com/acme/web/main --json | jq -r .state
${EXIT_HELP}`;

/** Adds `get` to `queue`, which shows a queue. */
export function addQueueGetCommand(parent: Command, session: CommandSession): void {
  const command = addQueueArgument(parent.command("get"))
    .summary("show a queue: its state, pull requests and settings")
    .description(
      "Shows a queue: its state, the pull requests in it, its settings, and fields that only newer services have.",
    );
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, options: ShowOptions) => {
      const { showQueue } = await import("../actions/show-queue");
      await showQueue(session, queue, options);
    });
}
