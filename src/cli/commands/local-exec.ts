import type { Command } from "commander";
import { EXIT_HELP } from "../change-options";
import type { CommandSession } from "../command-session";
import { addLocalExecConfigureCommand } from "./local-exec-configure";
import { addLocalExecCreateCommand } from "./local-exec-create";
import { addLocalExecDeleteCommand } from "./local-exec-delete";
import { addLocalExecReleaseCommand } from "./local-exec-release";

/**
 * Adds `local-exec`, the commands of stacks whose provider has `via: "local-exec"`. They do not ask for confirmation,
 * because Terraform has asked; and the help does not list them, because people have no use for them.
 */
export function addLocalExecCommands(program: Command, session: CommandSession): void {
  const group = program
    .command("local-exec", { hidden: true })
    .summary("commands that Terraform calls")
    .description(
      'The provisioners of a stack call these commands if its MergeQueueProvider has via: "local-exec". They read ' +
        "environment variables instead of arguments.",
    )
    .addHelpText("after", EXIT_HELP);
  addLocalExecCreateCommand(group, session);
  addLocalExecConfigureCommand(group, session);
  addLocalExecReleaseCommand(group, session);
  addLocalExecDeleteCommand(group, session);
}
