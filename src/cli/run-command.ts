import { CommanderError } from "commander";
import type { CommandContext } from "./command-context";
import { createProgram } from "./create-program";
import { EXIT_STATUS, toExitStatus } from "./exit-status";
import { printError } from "./print-error";

/**
 * Runs one command line. Never throws: what goes wrong is printed on standard error.
 * @param args - the arguments behind the command's name
 * @returns the exit status (promise L-1)
 */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  let exitStatus: number = EXIT_STATUS.ok;
  const program = createProgram(context, (status) => {
    exitStatus = status;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitStatus;
  } catch (error) {
    // Help and version are thrown as well, when they have been printed.
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help")) {
      return error.exitCode;
    }
    const isVerbose = program.opts<{ verbose?: boolean }>().verbose === true;
    const secrets = [context.environment["MERGEQUEUE_TOKEN"] ?? ""];
    context.writeError(printError(error, secrets, isVerbose));
    return toExitStatus(error);
  }
}
