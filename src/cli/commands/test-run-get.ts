import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import { addQueueArgument, addReadingOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import type { ShowOptions } from "../connection/connection-options";

const EXAMPLES = `
Examples:
  $ mergequeue test-run get github.com/acme/web/main \\
      5f0c8d3e-7a52-4c1f-9d67-0b1f6f3a2c11
${EXIT_HELP}`;

/** Adds `get` to `test-run`, which shows a test run. */
export function addTestRunGetCommand(parent: Command, session: CommandSession): void {
  const command = addQueueArgument(parent.command("get"))
    .summary("show a test run with its pull requests and checks")
    .description(
      "Shows a test run of a queue: its status, the pull requests that it tests, and the reported checks.",
    )
    .argument("<run>", "the test run's id");
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, testRunId: string, options: ShowOptions) => {
      const { showTestRun } = await import("../actions/show-test-run");
      await showTestRun(session, queue, testRunId, options);
    });
}
