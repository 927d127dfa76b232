import { type Command, CommanderError } from "commander";
import { isDistributionError } from "../../distribution/distribution-error";
import { isMergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import { escapeControl } from "../../text/escape-control";

const MAX_CAUSES = 10;

/** Writes an error for people: no secret, no foreign text that steers the terminal. */
export function printError(
  error: unknown,
  redact: (text: string) => string,
  { isVerbose }: { readonly isVerbose: boolean },
): string {
  const lines = [`Error: ${describe(error)}`, ...(isVerbose ? listStacks(error) : [])];
  return escapeControl(redact(`${lines.join("\n")}\n`));
}

/** `{"error": {"code", "message", …details}}`; also code `usage`, or `internal` for a bug of the command */
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

/** What does the same here as an option of other tools; false: nothing. */
type Advise = (has: (flag: string) => boolean, command: string) => readonly (string | false)[];

const adviseOnDryRun: Advise = (has, command) => {
  if (command === "apply") return ["To see what apply would change, run mergequeue plan."];
  if (command === "destroy") return ["To see what destroy would delete, run mergequeue plan --destroy."];
  return [
    has("--auto-approve") && "Without --auto-approve, this command says what it would change and asks first.",
  ];
};

const HABITS: readonly (readonly [flags: readonly string[], advise: Advise])[] = [
  [
    ["-o", "-ojson", "--output", "--format"],
    (has) => [
      has("--json") && "For JSON, add --json.",
      has("--format") && !has("--json") && "Choose the format with --format.",
      has("--out") && "To write a file, name it with --out.",
    ],
  ],
  [
    ["-y", "--yes", "--assume-yes", "--no-confirm"],
    (has) => [
      has("--auto-approve")
        ? "To confirm on the command line, add --auto-approve."
        : "This command asks for no confirmation. Leave it out.",
    ],
  ],
  [["-n", "--dry-run", "--check", "--diff"], adviseOnDryRun],
  [
    ["-target", "--target"],
    (has) => [
      has("--only") &&
        "To select queues, use --only with a pattern, such as --only 'github.com/acme/*/main'.",
    ],
  ],
];

const NO_LIST = `The first interface has no list of queues. Instead:
  mergequeue export    writes all queues of a service with the second interface
  mergequeue metrics   shows the queues that the service publishes metrics of
  mergequeue plan      compares the queues that your stacks declare with the
                       service; --only 'github.com/acme/*/main' selects some
  terraform query      finds queues in the repositories and branches that you
                       name in a list block (Terraform 1.14 or newer)`;

/** Adds to a usage error what replaces other tools' `-o json`, `--yes`, `--dry-run`, `queue list`. */
export function adviseOnUsage(error: CommanderError, program: Command): CommanderError {
  const [, kind, text = ""] = /^error: unknown (option|command) '([^']+)'/.exec(error.message) ?? [];
  if (kind === undefined) return error;
  const command = findCommand(program);
  const isList = command.name() === "queue" && ["list", "ls"].includes(text);
  const advice = kind === "option" ? adviseOnOption(text, command) : isList && NO_LIST;
  if (!advice) return error;
  return new CommanderError(error.exitCode, error.code, `error: unknown ${kind} '${text}'\n${advice}`);
}

function findCommand(command: Command): Command {
  const child = command.commands.find((each) => each.name() === command.args[0]);
  return child === undefined ? command : findCommand(child);
}

function adviseOnOption(text: string, command: Command): string {
  const [flag = ""] = text.split("=");
  const has = (long: string): boolean => command.options.some((option) => option.long === long);
  const [, advise] = HABITS.find(([flags]) => flags.includes(flag)) ?? [];
  return advise?.(has, command.name()).filter(Boolean).join(" ") ?? "";
}
