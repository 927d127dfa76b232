import type { Command } from "commander";
import { EXIT_HELP } from "../change-options";
import type { CommandSession } from "../command-session";
import { addLocalExecConfigureCommand } from "./local-exec-configure";
import { addLocalExecCreateCommand } from "./local-exec-create";
import { addLocalExecDeleteCommand } from "./local-exec-delete";
import { addLocalExecReleaseCommand } from "./local-exec-release";

/**
 * Adds `local-exec`, the commands of stacks whose provider has `via: "local-exec"`. Terraform asks before it calls them,
 * so that they do not ask; people have no use for them, so that the help does not name them.
 */
export function addLocalExecCommands(program: Command, session: CommandSession): void {
  const group = program
    .command("local-exec", { hidden: true })
    .summary("what Terraform calls")
    .description(
      'What the provisioners of a stack call whose MergeQueueProvider has via: "local-exec". What they do, they take ' +
        "from environment variables.",
    )
    .addHelpText("after", EXIT_HELP);
  addLocalExecCreateCommand(group, session);
  addLocalExecConfigureCommand(group, session);
  addLocalExecReleaseCommand(group, session);
  addLocalExecDeleteCommand(group, session);
}
