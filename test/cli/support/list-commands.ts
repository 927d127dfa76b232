import { describeProgram, listDescribed } from "../../../scripts/command/describe-program";
import { createProgram } from "../../../src/cli/create-program";
import { makeContext, makeSession } from "../fake-context";

/** One command with its arguments and options. */
export interface ListedCommand {
  /** The words after the program's name. */
  readonly words: readonly string[];
  /** Flags of its options, as its help has them: `-p, --port <number>`. */
  readonly flags: readonly string[];
  /** Its arguments: `<queue>`, `[number]`, `[queues...]`. */
  readonly operands: readonly string[];
}

/** Describes the program, or what is made of it for a command line. */
export async function describeCommands(
  args?: readonly string[],
): Promise<ReturnType<typeof describeProgram>> {
  return describeProgram(await createProgram(makeSession(makeContext({})), args));
}

/** Lists every command that does something; those that only have subcommands are left out. */
export async function listCommands(): Promise<ListedCommand[]> {
  return listDescribed(await describeCommands())
    .filter(({ isGroup }) => !isGroup)
    .map(({ words, options, operands }) => ({
      words,
      flags: options.map(({ flags }) => flags),
      operands: operands.map(({ usage }) => usage),
    }));
}
