import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Argument, type Command } from "commander";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";

const EXAMPLES = `
If you save the output in a file, do this again after each update of mergequeue.

Examples:
  $ source <(mergequeue completion bash)      # in ~/.bashrc
  $ source <(mergequeue completion zsh)       # in ~/.zshrc, after compinit
  $ mergequeue completion fish | source       # in config.fish`;

export const COMPLETION_SHELLS = ["bash", "zsh", "fish"] as const;

export function nameCompletion(shell: (typeof COMPLETION_SHELLS)[number]): string {
  return `completion.${shell}`;
}

/** Defines `completion`, which prints a script that the build has written. */
export function defineCompletion(command: Command, { context, write }: CommandSession): void {
  addExamples(command, EXAMPLES)
    .description("Prints a script that makes a shell complete commands, options and their values.")
    .addArgument(new Argument("<shell>", "the shell").choices(COMPLETION_SHELLS))
    .action(async (shell: (typeof COMPLETION_SHELLS)[number]) => {
      write({ document: await readFile(join(context.codeDirectory, nameCompletion(shell)), "utf8") });
    });
}
