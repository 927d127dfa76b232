import { type Command, CommanderError } from "commander";

type HasOption = (flag: string) => boolean;

/** An option of other tools, and what does the same here; false: nothing. */
interface Habit {
  readonly flags: readonly string[];
  readonly advise: (has: HasOption, command: string) => readonly (string | false)[];
}

const HABITS: readonly Habit[] = [
  {
    flags: ["-o", "-ojson", "--output", "--format"],
    advise: (has) => [
      has("--json") && "For JSON, add --json.",
      has("--format") && !has("--json") && "Choose the format with --format.",
      has("--out") && "To write a file, name it with --out.",
    ],
  },
  {
    flags: ["-y", "--yes", "--assume-yes", "--no-confirm"],
    advise: (has) => [
      has("--auto-approve")
        ? "To confirm on the command line, add --auto-approve."
        : "This command asks for no confirmation. Leave it out.",
    ],
  },
  { flags: ["-n", "--dry-run", "--check", "--diff"], advise: adviseOnDryRun },
  {
    flags: ["-target", "--target"],
    advise: (has) => [
      has("--only") &&
        "To select queues, use --only with a pattern, such as --only 'github.com/acme/*/main'.",
    ],
  },
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

function findCommand(command: Command): Command {
  const child = command.commands.find((each) => each.name() === command.args[0]);
  return child === undefined ? command : findCommand(child);
}

function adviseOnCommand(text: string, command: Command): string | undefined {
  return command.name() === "queue" && ["list", "ls"].includes(text) ? NO_LIST : undefined;
}

function adviseOnOption(text: string, command: Command): string | undefined {
  const [flag = ""] = text.split("=");
  const has: HasOption = (long) => command.options.some((option) => option.long === long);
  const habit = HABITS.find(({ flags }) => flags.includes(flag));
  const advice = habit?.advise(has, command.name()).filter((sentence) => sentence !== false) ?? [];
  return advice.length === 0 ? undefined : advice.join(" ");
}

function adviseOnDryRun(has: HasOption, command: string): readonly (string | false)[] {
  if (command === "apply") return ["To see what apply would change, run mergequeue plan."];
  if (command === "destroy") return ["To see what destroy would delete, run mergequeue plan --destroy."];
  return [
    has("--auto-approve") && "Without --auto-approve, this command says what it would change and asks first.",
  ];
}
