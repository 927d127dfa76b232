import { CommanderError } from "commander";
import { isDistributionError } from "../../distribution/distribution-error";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import { escapeControl } from "../../text/escape-control";

const MAX_CAUSES = 10;

/**
 * Writes an error for people. Foreign text cannot steer the terminal (promise S-14), and no secret is in it (promise S-03).
 */
export function printError(error: unknown, redact: (text: string) => string, isVerbose: boolean): string {
  const lines = [`Error: ${describe(error)}`, ...(isVerbose ? listStacks(error) : [])];
  return escapeControl(redact(`${lines.join("\n")}\n`));
}

/**
 * Writes an error for programs, as one JSON document: `{"error": {"code", "message", …}}` (promise L-2). The code is one
 * of `MergeQueueError`, or `usage` for an invalid command line, or `internal` for a bug of the command itself. The fields
 * of `ErrorDetails` follow.
 */
export function printJsonError(error: unknown, redact: (text: string) => string): OutputDocument {
  const details = isMergeQueueError(error) ? error.details : {};
  const document = { error: { code: toCode(error), message: describe(error), ...details } };
  const hide = (_name: string, value: unknown): unknown =>
    typeof value === "string" ? redact(value) : value;
  return printJson(JSON.parse(JSON.stringify(document, hide)));
}

function toCode(error: unknown): string {
  if (isMergeQueueError(error) || isDistributionError(error)) return error.code;
  return error instanceof CommanderError ? "usage" : "internal";
}

function describe(error: unknown): string {
  const message = toErrorMessage(error);
  if (error instanceof CommanderError) {
    // The parser begins its messages with "error: " too, and has its own word for arguments.
    const plain = message.replace(/^error: /, "").replace(/^command-argument value /, "The value ");
    return `${plain}\n${adviseOnHyphens(plain)}Add --help to see its arguments and options.`;
  }
  if (isMergeQueueError(error) || isDistributionError(error)) return message;
  return `${message}
This is a bug in mergequeue. Run the command again with --verbose and report its output.`;
}

/** Users of Terraform are used to one hyphen. */
function adviseOnHyphens(message: string): string {
  const [, name] = /^unknown option '-([a-z][a-z-]+)[='].*$/.exec(message) ?? [];
  return name === undefined ? "" : `Long options begin with two hyphens: --${name}.\n`;
}

function listStacks(error: unknown, depth = 1): readonly string[] {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return [];
  return [error.stack ?? error.message, ...listStacks(error.cause, depth + 1)];
}
