import { Argument, type Command } from "commander";
import { EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { printBashCompletion } from "../completion/bash";
import { printFishCompletion } from "../completion/fish";
import { printZshCompletion } from "../completion/zsh";
import { describeProgram } from "../print/describe-program";

const PRINTERS = { bash: printBashCompletion, zsh: printZshCompletion, fish: printFishCompletion } as const;

const EXAMPLES = `
Run the command again after an update of mergequeue, if you have saved its
output in a file.

Examples:
  $ source <(mergequeue completion bash)      # in ~/.bashrc
  $ source <(mergequeue completion zsh)       # in ~/.zshrc, after compinit
  $ mergequeue completion fish | source       # in config.fish
${EXIT_HELP}`;

/** Adds `completion`, which prints a script that completes command lines. */
export function addCompletionCommand(program: Command, session: CommandSession): void {
  program
    .command("completion")
    .summary("print a script that completes commands with Tab")
    .description("Prints a script that makes a shell complete commands, options and their values.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(PRINTERS)))
    .addHelpText("after", EXAMPLES)
    .action((shell: keyof typeof PRINTERS) => {
      session.write({ document: PRINTERS[shell](describeProgram(program)) });
    });
}
