import { CommanderError } from "commander";
import { createRedactor } from "../text/create-redactor";
import type { CommandContext } from "./command-context";
import { createProgram } from "./create-program";
import { EXIT_STATUS, toExitStatus } from "./exit-status";
import { printError, printJsonError } from "./print-error";

/**
 * Runs one command line. Never throws: what goes wrong is printed on standard error.
 * @param args - the arguments behind the command's name
 * @returns the exit status (promise L-1)
 */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  let exitStatus: number = EXIT_STATUS.ok;
  const secrets = new Set<string>();
  const addSecret = (secret: string): void => {
    // Hiding every blank would hide nothing but the message.
    if (secret.trim() !== "") secrets.add(secret);
  };
  addSecret(context.environment["MERGEQUEUE_TOKEN"] ?? "");
  const redactor = createRedactor();
  const program = createProgram({
    context: {
      ...context,
      // What a service answers may repeat the token, too (promise S-03).
      writeOut: (text) => {
        context.writeOut(redactor.redact(text));
      },
      writeError: (text) => {
        context.writeError(redactor.redact(text));
      },
    },
    finish: (status) => {
      exitStatus = status;
    },
    // The variable alone hides nothing of what is printed on success: `serve` tells its token on purpose.
    addSecret: (secret) => {
      addSecret(secret);
      redactor.add(secret);
    },
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
    context.writeError(printError(error, secrets, isVerbose));
    if (wantsJson(args)) context.writeOut(printJsonError(error, secrets));
    return toExitStatus(error);
  }
}

/** A command line that is not understood may still say what its reader understands. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = args.slice(0, end === -1 ? undefined : end);
  return options.some((option, index) => option === "--json" || isJsonFormat(option, options[index + 1]));
}

/** Tells whether an option, with what stands behind it, asks for JSON in the other way. */
function isJsonFormat(option: string, next: string | undefined): boolean {
  return option === "--format=json" || (option === "--format" && next === "json");
}
