import type { Command } from "commander";
import type { PullRequestSelector } from "../../api/pull-request";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { GetOptions } from "../actions/show-pull-request";
import { addQueueArgument, addReadingOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { parseNonEmpty, parsePullRequestNumber } from "../parse-arguments";

const EXAMPLES = `
A branch stands for its open pull request, or else for the one that was closed
last.

Examples:
  $ mergequeue pr get github.com/acme/web/main 7
  $ mergequeue pr get github.com/acme/web/main --branch fix-login
  $ mergequeue pr get github.com/acme/web/main 7 --json | jq .readiness
${EXIT_HELP}`;

/** Adds `get` to `pr`, which shows one pull request of a queue. */
export function addPrGetCommand(parent: Command, session: CommandSession): void {
  const command: Command = addQueueArgument(parent.command("get"))
    .summary("show a pull request of a queue")
    .description(
      "Shows a pull request that was submitted to a queue: its state, why it failed or what it waits for, and whether " +
        "it can start testing.",
    )
    .argument("[number]", "the pull request's number, unless --branch is given", parsePullRequestNumber)
    .option(
      "--branch <branch>",
      "instead of the number: the open pull request of this branch, else the one that was closed last",
      parseNonEmpty("a branch"),
    );
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, number: number | undefined, options: GetOptions) => {
      const pr = toSelector(number, options.branch);
      if (pr === undefined) {
        command.error("Name the pull request either by its number or by --branch.");
      }
      const { showPullRequest } = await import("../actions/show-pull-request");
      await showPullRequest(session, queue, pr, options);
    });
}

function toSelector(number: number | undefined, branch: string | undefined): PullRequestSelector | undefined {
  if (number === undefined) return branch === undefined ? undefined : { branch };
  return branch === undefined ? { number } : undefined;
}
