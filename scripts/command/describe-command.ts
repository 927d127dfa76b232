import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SYSTEM_CLOCK } from "../../src/api/clock";
import type { CommandSession } from "../../src/cli/command-session";
import { COMPLETION_SHELLS, nameCompletion } from "../../src/cli/commands/completion";
import { createProgram } from "../../src/cli/create-program";
import { type DescribedCommand, describeProgram } from "./describe-program";
import { printBashCompletion } from "./print-bash-completion";
import { printFishCompletion } from "./print-fish-completion";
import { printZshCompletion } from "./print-zsh-completion";

function refuse(): never {
  throw new Error("A definition runs nothing.");
}

const SESSION: CommandSession = {
  context: {
    environment: {},
    platform: "linux",
    homeDirectory: "",
    workingDirectory: "",
    codeDirectory: "",
    terminal: { isInput: false, isOut: false, isError: false, columns: undefined },
    clock: SYSTEM_CLOCK,
    nowMs: refuse,
    writeError: refuse,
    writeNote: refuse,
    writeDetail: refuse,
    readInput: refuse,
    readLine: refuse,
    holdOut: refuse,
    catchStop: refuse,
    awaitOrphaned: refuse,
    inputFiles: new Set(),
  },
  write: refuse,
  checkDocument: refuse,
  finish: refuse,
  addSecret: refuse,
};

/** Describes `mergequeue` with all its commands, from their definition. */
export async function describeCommand(): Promise<DescribedCommand> {
  return describeProgram(await createProgram(SESSION));
}

const PRINTERS = { bash: printBashCompletion, zsh: printZshCompletion, fish: printFishCompletion } as const;

/** Writes what `mergequeue completion` prints, because shells ask for it whenever they start. */
export async function writeCompletions(directory: string): Promise<void> {
  const program = await describeCommand();
  for (const shell of COMPLETION_SHELLS) {
    await writeFile(join(directory, nameCompletion(shell)), PRINTERS[shell](program));
  }
}
