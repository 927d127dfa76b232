import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { COMPLETION_SHELLS, nameCompletion } from "../../src/cli/commands/completion";
import { printBashCompletion } from "../../src/cli/completion/bash";
import { printFishCompletion } from "../../src/cli/completion/fish";
import { printZshCompletion } from "../../src/cli/completion/zsh";
import { describeCommand } from "./describe-command";

const PRINTERS = { bash: printBashCompletion, zsh: printZshCompletion, fish: printFishCompletion } as const;

/** Writes what `mergequeue completion` prints, because shells ask for it whenever they start. */
export async function writeCompletions(directory: string): Promise<void> {
  const program = await describeCommand();
  for (const shell of COMPLETION_SHELLS) {
    await writeFile(join(directory, nameCompletion(shell)), PRINTERS[shell](program));
  }
}
