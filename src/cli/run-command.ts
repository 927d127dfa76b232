import { CommanderError } from "commander";
import { MergeQueueError } from "../queue/merge-queue-error";
import { breakLogCommands } from "../text/break-log-commands";
import { createRedactor } from "../text/create-redactor";
import { checkDocument } from "./check-document";
import type { CommandContext } from "./command-context";
import { createProgram } from "./create-program";
import { EXIT_STATUS, toExitStatus } from "./exit-status";
import { tryGetColumns } from "./print/get-columns";
import { printError, printJsonError } from "./print/print-error";
import { wrapText } from "./print/wrap-text";

/**
 * Runs one command line. Never throws: what goes wrong is printed on standard error.
 * @param args - the arguments behind the command's name
 * @returns the exit status (promise L-1)
 */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  let exitStatus: number = EXIT_STATUS.ok;
  const redactor = createRedactor();
  redactor.add(context.environment["MERGEQUEUE_TOKEN"] ?? "");
  const toMessage = (text: string): string => breakLogCommands(redactor.redact(text));
  const columns = tryGetColumns(context, "isError");
  const program = createProgram({
    context: {
      ...context,
      writeOut: (text) => {
        context.writeOut(toMessage(text));
      },
      writeError: (text) => {
        context.writeError(breakLogCommands(wrapMessage(redactor.redact(text), columns)));
      },
    },
    checkDocument: (text) => checkDocument(text, redactor),
    writeDocument: (text) => {
      context.writeOut(checkDocument(text, redactor));
    },
    finish: (status) => {
      exitStatus = status;
    },
    addSecret: (secret) => {
      redactor.add(secret);
    },
  });
  try {
    requireDirectory(context);
    await program.parseAsync([...args], { from: "user" });
    return exitStatus;
  } catch (error) {
    // Help and version are thrown as well, when they have been printed.
    if (error instanceof CommanderError && (error.exitCode === 0 || error.code === "commander.help")) {
      return error.exitCode;
    }
    const isVerbose = program.opts<{ verbose?: boolean }>().verbose === true;
    const message = printError(error, redactor.redact, isVerbose);
    context.writeError(breakLogCommands(wrapMessage(message, columns)));
    if (wantsJson(args)) context.writeOut(printJsonError(error, redactor.redact));
    return toExitStatus(error);
  }
}

function requireDirectory({ workingDirectory }: CommandContext): void {
  if (workingDirectory !== "") return;
  throw new MergeQueueError(
    "invalid_configuration",
    "The working directory was deleted. Change to another one and run the command again.",
  );
}

/**
 * Breaks the lines of a message for people. A log keeps them whole, as whoever searches it expects; what moves the cursor
 * itself is left as it is.
 */
function wrapMessage(text: string, columns: number | undefined): string {
  if (columns === undefined || /[\r\u001b]/.test(text)) return text;
  const body = text.trimEnd();
  return `${wrapText(body, "", columns).trimEnd()}${text.slice(body.length)}`;
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
