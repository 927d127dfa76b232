import { type Command, CommanderError } from "commander";

/** Tells whether a command has an option. */
type HasOption = (flag: string) => boolean;

/** Options of other tools, and what does the same here. */
interface Habit {
  readonly flags: readonly string[];
  /** @returns undefined if the command has nothing like it */
  readonly advise: (has: HasOption, command: string) => string | undefined;
}

const HABITS: readonly Habit[] = [
  { flags: ["-o", "-ojson", "--output", "--format"], advise: adviseOnFormat },
  { flags: ["-y", "--yes", "--assume-yes", "--no-confirm"], advise: adviseOnApproval },
  { flags: ["-n", "--dry-run", "--check", "--diff"], advise: adviseOnDryRun },
  { flags: ["-target", "--target"], advise: adviseOnTarget },
];

const NO_LIST = `The service has no list of queues, so no command can list them all. Instead:
  mergequeue metrics   shows the queues that the service publishes metrics of
  mergequeue plan      compares the queues that your stacks declare with the
                       service; --only 'github.com/acme/*/main' selects some
  terraform query      finds queues in the repositories and branches that you
                       name in a list block (Terraform 1.14 or newer)`;

/**
 * Adds to a usage error what to use instead, if users of other tools are used to what it refuses: `-o json`, `--yes`,
 * `--dry-run`, `queue list`.
 * @param program - the program whose command line was refused
 */
export function adviseOnUsage(error: CommanderError, program: Command): CommanderError {
  const [, kind, text = ""] = /^error: unknown (option|command) '([^']+)'/.exec(error.message) ?? [];
  if (kind === undefined) return error;
  const command = findCommand(program);
  const advice = kind === "option" ? adviseOnOption(text, command) : adviseOnCommand(text, command);
  return advice === undefined
    ? error
    : new CommanderError(error.exitCode, error.code, `error: unknown ${kind} '${text}'\n${advice}`);
}

/** Returns the command that a command line named. */
function findCommand(command: Command): Command {
  const child = command.commands.find((each) => each.name() === command.args[0]);
  return child === undefined ? command : findCommand(child);
}

function adviseOnOption(text: string, command: Command): string | undefined {
  const [flag = ""] = text.split("=");
  const has: HasOption = (long) => command.options.some((option) => option.long === long);
  return HABITS.find(({ flags }) => flags.includes(flag))?.advise(has, command.name());
}

function adviseOnCommand(text: string, command: Command): string | undefined {
  return command.name() === "queue" && ["list", "ls"].includes(text) ? NO_LIST : undefined;
}

function adviseOnFormat(has: HasOption): string | undefined {
  const advice = [
    ...(has("--json") ? ["For JSON, add --json."] : []),
    ...(has("--format") && !has("--json") ? ["Choose the format with --format."] : []),
    ...(has("--out") ? ["To write a file, name it with --out."] : []),
  ];
  return advice.length === 0 ? undefined : advice.join(" ");
}

function adviseOnApproval(has: HasOption): string {
  return has("--auto-approve")
    ? "To confirm on the command line, add --auto-approve."
    : "This command asks for no confirmation. Leave it out.";
}

function adviseOnDryRun(has: HasOption, command: string): string | undefined {
  if (command === "apply") return "To see what apply would change, run mergequeue plan.";
  if (command === "destroy") return "To see what destroy would delete, run mergequeue plan --destroy.";
  return has("--auto-approve")
    ? "Without --auto-approve, this command says what it would change and asks first."
    : undefined;
}

function adviseOnTarget(has: HasOption): string | undefined {
  return has("--only")
    ? "To select queues, use --only with a pattern, such as --only 'github.com/acme/*/main'."
    : undefined;
}
