import type { Command } from "commander";
import { EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { runLocalExec } from "../local-exec/run-local-exec";

/**
 * Defines `local-exec`, the commands of stacks whose provider has `via: "local-exec"`. They do not ask for confirmation,
 * because Terraform has asked; and the help does not list them, because people have no use for them.
 */
export function defineLocalExec(command: Command, session: CommandSession): void {
  command
    .description(
      'The provisioners of a stack call these commands if its MergeQueueProvider has via: "local-exec". They read ' +
        "environment variables instead of arguments.",
    )
    .addHelpText("after", EXIT_HELP);
  for (const [name, summary, description] of COMMANDS) {
    command
      .command(name)
      .summary(summary)
      .description(description)
      .action(async () => {
        session.write(await runLocalExec(session, name));
      });
  }
}

const COMMANDS = [
  [
    "create",
    "create a queue with its settings",
    "Creates the queue in MERGEQUEUE_QUEUE with all its settings, or not at all.",
  ],
  [
    "configure",
    "change a queue's settings to what is declared",
    "Changes a queue's settings to those in MERGEQUEUE_QUEUE. Only differences are sent.",
  ],
  [
    "release",
    "give required statuses back to branch protection",
    "Gives the required statuses of the queue that MERGEQUEUE_QUEUE_ID names back to branch protection and the " +
      "repository's configuration file. A queue with the deletion policy abandon keeps them.",
  ],
  [
    "delete",
    "delete an empty queue, drain it first, or keep it",
    "Deletes the queue that MERGEQUEUE_QUEUE_ID names, following MERGEQUEUE_DELETION: a queue with pull requests in " +
      "it is refused or drained.",
  ],
] as const;
