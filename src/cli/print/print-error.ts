import { CommanderError } from "commander";
import { isDistributionError } from "../../distribution/distribution-error";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { escapeControl } from "../../text/escape-control";
import { printJson } from "./print-json";

/**
 * Writes an error for people: what happened, never a stack. Text from elsewhere cannot steer the terminal
 * (promise S-14), and no secret is in it (promise S-03).
 * @param redact - hides secrets in a text
 * @param isVerbose - whether the stacks of the error and of its causes follow
 * @returns lines, each with its line break
 */
export function printError(error: unknown, redact: (text: string) => string, isVerbose: boolean): string {
  const lines = [`Error: ${describe(error)}`];
  if (isVerbose) lines.push(...listStacks(error));
  return escapeControl(redact(`${lines.join("\n")}\n`));
}

/**
 * Writes an error for programs, as one JSON document: `{"error": {"code", "message", …}}` (promise L-2). The code is
 * one of those of `MergeQueueError`, or `usage` where the command line was not understood, or `internal` for a fault
 * of the command itself; what else is known of the failure follows under the names of `ErrorDetails`.
 * @param redact - hides secrets in a text
 */
export function printJsonError(error: unknown, redact: (text: string) => string): string {
  const details = isMergeQueueError(error) ? error.details : {};
  const document = { error: { code: toCode(error), message: describe(error), ...details } };
  return printJson(
    JSON.parse(
      JSON.stringify(document, (_name, value: unknown) =>
        typeof value === "string" ? redact(value) : value,
      ),
    ),
  );
}

function toCode(error: unknown): string {
  if (isMergeQueueError(error) || isDistributionError(error)) return error.code;
  return error instanceof CommanderError ? "usage" : "internal";
}

function describe(error: unknown): string {
  const message = toErrorMessage(error);
  if (error instanceof CommanderError) {
    // The parser begins its messages with the word that is there already, and has a word of its own for arguments.
    const plain = message.replace(/^error: /, "").replace(/^command-argument value /, "The value ");
    return `${plain}\n${adviseOnHyphens(plain)}Add --help to see what the command takes.`;
  }
  if (isMergeQueueError(error) || isDistributionError(error)) return message;
  return `${message}\nThis is a fault of mergequeue itself. Run the command again with --verbose and report what it prints.`;
}

/** Terraform writes long options with one hyphen; hands that know it need not look it up. */
function adviseOnHyphens(message: string): string {
  const [, name] = /^unknown option '-([a-z][a-z-]+)[='].*$/.exec(message) ?? [];
  return name === undefined ? "" : `Options with long names begin with two hyphens: --${name}.\n`;
}

function listStacks(error: unknown): string[] {
  const stacks: string[] = [];
  for (let current = error; current instanceof Error && stacks.length < 10; current = current.cause) {
    stacks.push(current.stack ?? current.message);
  }
  return stacks;
}
