import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Argument, type Command } from "commander";
import { EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { COMPLETION_SHELLS, type CompletionShell, nameCompletion } from "../completion/completion-files";

const EXAMPLES = `
Run the command again after an update of mergequeue, if you have saved its
output in a file.

Examples:
  $ source <(mergequeue completion bash)      # in ~/.bashrc
  $ source <(mergequeue completion zsh)       # in ~/.zshrc, after compinit
  $ mergequeue completion fish | source       # in config.fish
${EXIT_HELP}`;

/** Defines `completion`, which prints a script that completes command lines. The build has made it. */
export function defineCompletion(command: Command, { context, write }: CommandSession): void {
  command
    .description("Prints a script that makes a shell complete commands, options and their values.")
    .addArgument(new Argument("<shell>", "the shell").choices(COMPLETION_SHELLS))
    .addHelpText("after", EXAMPLES)
    .action(async (shell: CompletionShell) => {
      write({ document: await readFile(join(context.codeDirectory, nameCompletion(shell)), "utf8") });
    });
}
