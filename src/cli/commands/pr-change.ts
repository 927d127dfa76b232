import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { PrChangeName, PrChangeOptions } from "../actions/run-pr-change";
import { addPullRequestArguments, addWritingOptions, EXIT_HELP, WAIT_EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { parsePriority } from "../parse-arguments";

/** Adds `submit`, `cancel` and `restart` to `pr`. */
export function addPrChangeCommands(parent: Command, session: CommandSession): void {
  const submit = addPullRequestArguments(parent.command("submit"))
    .summary("submit a pull request to a queue")
    .description("Submits a pull request to a queue, which tests and merges it.")
    .option("--priority <priority>", "a number, or a name that the service knows", parsePriority)
    .option("--no-batch", "test it alone, not in a batch")
    .option("--wait", "wait until it is merged, has failed or was cancelled");
  addWritingOptions(submit, `${WRITE_TIMEOUT.text}; with --wait ${WAIT_TIMEOUT.text}`).addHelpText(
    "after",
    `
With --wait, the command does the same as mergequeue pr wait afterwards.

Examples:
  $ mergequeue pr submit github.com/acme/web/main 7
  $ mergequeue pr submit github.com/acme/web/main 7 --priority high --no-batch
  $ mergequeue pr submit github.com/acme/web/main 7 --wait --timeout 2h
${WAIT_EXIT_HELP}`,
  );
  addAction(submit, session, "submit");
  const cancel = addPullRequestArguments(parent.command("cancel"))
    .summary("remove a pull request from a queue")
    .description("Removes a pull request from a queue without merging it.");
  addChange(cancel, session, "cancel");
  const restart = addPullRequestArguments(parent.command("restart"))
    .summary("restart the tests of a pull request")
    .description("Restarts the tests of a pull request that is being tested in a queue.");
  addChange(restart, session, "restart");
}

function addChange(command: Command, session: CommandSession, name: PrChangeName): void {
  const help = `
It asks only on a terminal, and only if tests would be lost.

Examples:
  $ mergequeue pr ${name} github.com/acme/web/main 7
${EXIT_HELP}`;
  addAction(addWritingOptions(command).addHelpText("after", help), session, name);
}

function addAction(command: Command, session: CommandSession, name: PrChangeName): void {
  command.action(async (queue: QueueIdentity, number: number, options: PrChangeOptions) => {
    const { runPrChange } = await import("../actions/run-pr-change");
    await runPrChange(session, name, queue, number, options);
  });
}
