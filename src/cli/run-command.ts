import { type Command, CommanderError } from "commander";
import { MergeQueueError } from "../queue/merge-queue-error";
import { wrapText } from "../report/wrap-text";
import { createRedactor, REDACTED, type Redactor } from "../text/create-redactor";
import { breakLogCommands } from "../text/escape-control";
import { quote } from "../text/quote";
import { type CommandProcess, type CommandSession, EXIT_STATUS, toExitStatus } from "./command-session";
import { createProgram } from "./create-program";
import { tryGetColumns } from "./print/create-view";
import { adviseOnUsage, printError, printJsonError } from "./print/print-error";

/** Maximum characters that a message shows before and after a secret. */
const SHOWN_LENGTH = 40;

/** Runs a command line and returns its exit status. Writes errors to standard error, and never throws. */
export async function runCommand(
  args: readonly string[],
  { writeOut, ...context }: CommandProcess,
): Promise<number> {
  let exitStatus: number = EXIT_STATUS.ok;
  const redactor = createRedactor();
  redactor.add(context.environment["MERGEQUEUE_TOKEN"] ?? "");
  const { environment } = context;
  const columns = tryGetColumns(context, "isError");
  const writeMessage = (text: string): void => {
    context.writeError(breakLogCommands(wrapMessage(text, columns)));
  };
  const writeError = (text: string): void => {
    writeMessage(redactor.redact(text));
  };
  const isGiven = (name: "quiet" | "verbose"): boolean =>
    program.opts<Record<string, unknown>>()[name] === true;
  const isPlain = listOptions(args).includes("--no-color");
  const session: CommandSession = {
    context: {
      ...context,
      environment: isPlain ? { ...environment, NO_COLOR: "1" } : environment,
      inputFiles: new Set(),
      writeError,
      writeNote: (text) => {
        if (!isGiven("quiet")) writeError(text);
      },
      writeDetail: (text) => {
        if (isGiven("verbose")) writeError(text);
      },
    },
    write: (output) => {
      const isText = typeof output === "string";
      writeOut(isText ? breakLogCommands(redactor.redact(output)) : session.checkDocument(output));
    },
    checkDocument: ({ document }) => checkDocument(document, redactor),
    finish: (status) => {
      exitStatus = status;
    },
    addSecret: redactor.add,
  };
  const program: Command = await createProgram(session, args);
  try {
    if (context.workingDirectory === "") {
      const message = "The working directory was deleted. Change to another one and run the command again.";
      throw new MergeQueueError("invalid_configuration", message);
    }
    await program.parseAsync([...args], { from: "user" });
    return exitStatus;
  } catch (thrown) {
    // Commander also throws after it has printed the help or the version.
    if (thrown instanceof CommanderError && (thrown.exitCode === 0 || thrown.code === "commander.help")) {
      return thrown.exitCode;
    }
    const error = thrown instanceof CommanderError ? adviseOnUsage(thrown, program) : thrown;
    writeMessage(printError(error, redactor.redact, { isVerbose: isGiven("verbose") }));
    if (wantsJson(args)) writeOut(printJsonError(error, redactor.redact).document);
    return toExitStatus(error);
  }
}

/** Refuses a document that contains a secret, because redaction would silently change the data. */
function checkDocument(text: string, { redact }: Redactor): string {
  const redacted = redact(text);
  if (redacted === text) return text;
  const at = redacted.indexOf(REDACTED);
  const end = at + REDACTED.length;
  const before = redacted.slice(Math.max(0, at - SHOWN_LENGTH), at).replace(/^.*\n/s, "");
  const [after = ""] = redacted.slice(end, end + SHOWN_LENGTH).split("\n");
  const place = quote(`${before.trim()}${REDACTED}${after}`);
  throw new MergeQueueError(
    "invalid_configuration",
    `The output would contain the API token, so nothing was written. The place is ${place}. If a ` +
      "name or a setting contains the same text by chance, use a token of at least 16 random characters. Otherwise remove " +
      "the token from this place, and replace the token by a new one at the service.",
    { argument: "token" },
  );
}

/** Wraps text, but not text that moves the cursor, and not logs, because people search logs by line. */
function wrapMessage(text: string, columns: number | undefined): string {
  if (columns === undefined || /[\r\u001b]/.test(text)) return text;
  const body = text.trimEnd();
  return `${wrapText(body, "", columns).trimEnd()}${text.slice(body.length)}`;
}

/** Tells whether a command line asks for JSON. Uses no parser, because the command line may be invalid. */
function wantsJson(args: readonly string[]): boolean {
  return listOptions(args).some(
    (option, index, options) =>
      ["--json", "--format=json"].includes(option) ||
      (option === "--format" && options[index + 1] === "json"),
  );
}

function listOptions(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? undefined : end);
}
