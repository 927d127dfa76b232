import { type Command, CommanderError } from "commander";
import { isDistributionError } from "../../distribution/distribution-error";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import { escapeControl } from "../../text/escape-control";

const MAX_CAUSES = 10;

/** Writes an error as text, without secrets or control characters. */
export function printError(
  error: unknown,
  redact: (text: string) => string,
  { isVerbose }: { readonly isVerbose: boolean },
): string {
  const lines = [`Error: ${describe(error)}`, ...(isVerbose ? listStacks(error) : [])];
  return escapeControl(redact(`${lines.join("\n")}\n`));
}

/**
 * Writes `{"error": {"code", "message", …details}}`. Two codes are not in `ErrorCode`: `usage` (invalid
 * command line) and `internal` (bug).
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
    // The parser adds "error: " and its own word for arguments.
    const plain = message.replace(/^error: /, "").replace(/^command-argument value /, "The value ");
    return `${plain}\n${adviseOnHyphens(plain)}Add --help to see its arguments and options.`;
  }
  if (isMergeQueueError(error) || isDistributionError(error)) return message;
  return `${message}
This is a bug in mergequeue. Run the command again with --verbose and report its output.`;
}

/** Advises users who write one hyphen before a long option, as in Terraform. */
function adviseOnHyphens(message: string): string {
  const [, name] = /^unknown option '-([a-z][a-z-]+)[='].*$/.exec(message) ?? [];
  return name === undefined ? "" : `Long options begin with two hyphens: --${name}.\n`;
}

function listStacks(error: unknown, depth = 1): readonly string[] {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return [];
  return [error.stack ?? error.message, ...listStacks(error.cause, depth + 1)];
}

const NO_LIST = `The first interface has no list of queues. Instead:
  mergequeue export    writes all queues of a service with the second interface
  mergequeue metrics   shows the queues for which the service publishes metrics
  mergequeue plan      compares the queues of your stacks with those of the
                       service; --only 'github.com/acme/*/main' selects some
  terraform query      finds queues in the repositories and branches that you
                       name in a list block (Terraform 1.14 or newer)`;

const NO_CREATE = `A queue is created, changed and deleted by code. Instead:
  mergequeue init      starts a project that declares a new or existing queue
  mergequeue plan      shows the changes that mergequeue apply would then make
  mergequeue queue pause, resume and drain   change a queue's state directly`;

/** Adds advice to a usage error: which commands replace `queue list`, `queue create` or `queue set`. */
export function adviseOnUsage(error: CommanderError, program: Command): CommanderError {
  const [, text = ""] = /^error: unknown command '([^']+)'/.exec(error.message) ?? [];
  const isList = /^(?:list|ls)$/.test(text);
  const isChange = /^(?:create|new|add|set|update|edit|delete|rm)$/.test(text);
  if (program.args[0] !== "queue" || !(isList || isChange)) return error;
  const message = `error: unknown command '${text}'\n${isList ? NO_LIST : NO_CREATE}`;
  return new CommanderError(error.exitCode, error.code, message);
}
