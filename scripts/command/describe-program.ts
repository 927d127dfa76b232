import type { Argument, Command, Option } from "commander";
import { isGroup } from "../../src/cli/print/help-layout";

/** A value that a command or an option takes. */
export type DescribedValue = ReturnType<typeof describeValue>;

/** An argument of a command. */
export type DescribedOperand = ReturnType<typeof describeOperand>;

/** An option of a command. */
export type DescribedOption = ReturnType<typeof describeOption>;

/** A command as its help describes it. */
export interface DescribedCommand {
  readonly name: string;
  /** The words after the name of the program; empty for the program itself. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly description: string;
  /** Heading in the help of its parent: `Live queues:`. */
  readonly group: string;
  readonly isHidden: boolean;
  /** Whether it does nothing but hold subcommands. */
  readonly isGroup: boolean;
  readonly operands: readonly DescribedOperand[];
  /** Its own: all commands also have those of the program, with `--help`. */
  readonly options: readonly DescribedOption[];
  readonly commands: readonly DescribedCommand[];
  /** The end of its help: explanations, examples, exit statuses. */
  readonly notes: string;
}

/** Describes a program with all its commands, for everything that is made of their definition. */
export function describeProgram(program: Command): DescribedCommand {
  return { ...describe(program, []), isHidden: false };
}

/** Returns a command and all below it, parents first. */
export function listDescribed(command: DescribedCommand): readonly DescribedCommand[] {
  return [command, ...command.commands.flatMap(listDescribed)];
}

/** As {@link listDescribed}, without hidden commands and those below them. */
export function listShown(command: DescribedCommand): readonly DescribedCommand[] {
  return [command, ...listSubcommands(command).flatMap(listShown)];
}

/** Returns the commands directly below a command, without hidden ones. */
export function listSubcommands({ commands }: DescribedCommand): readonly DescribedCommand[] {
  return commands.filter(({ isHidden }) => !isHidden);
}

/** Returns the options that can follow a command: its own, and those of the program. */
export function listOptions(command: DescribedCommand, program: DescribedCommand): DescribedOption[] {
  return [...new Set([command, program])].flatMap(({ options }) => options);
}

function describe(command: Command, words: readonly string[]): Omit<DescribedCommand, "isHidden"> {
  const help = command.createHelp();
  const shown = help.visibleCommands(command);
  // In the program itself, all have its option --help.
  const options = command.parent === null ? help.visibleOptions(command) : command.options;
  return {
    name: command.name(),
    words,
    summary: command.summary() || command.description(),
    description: command.description(),
    group: command.helpGroup() || "Commands:",
    isGroup: isGroup(command),
    operands: command.registeredArguments.map(describeOperand),
    options: options.map(describeOption),
    commands: command.commands.map((child) => {
      return { ...describe(child, [...words, child.name()]), isHidden: !shown.includes(child) };
    }),
    notes: readNotes(command),
  };
}

function describeOperand(argument: Argument) {
  const name = argument.name();
  const shown = argument.variadic ? `${name}...` : name;
  // As the usage of the command writes it: `<queue>`, `[number]`, `[queues...]`.
  return { usage: argument.required ? `<${shown}>` : `[${shown}]`, ...describeValue(name, argument) };
}

function describeOption(option: Option) {
  const { flags, short, long, description, helpGroupHeading: group = "Options:", mandatory } = option;
  const defaultValue: unknown = option.defaultValue;
  const [, name] = /[<[]([^\]>.]+)/.exec(flags) ?? [];
  return {
    ...{ flags, description, group },
    names: [short, long].filter((flag) => flag !== undefined),
    isRequired: mandatory,
    value: name === undefined ? undefined : describeValue(name, option),
    // As its help writes it.
    default: ["string", "number"].includes(typeof defaultValue) ? String(defaultValue) : undefined,
  };
}

const PATHS: ReadonlyMap<string, "files" | "directories"> = new Map([
  ["directory", "directories"],
  ["file", "files"],
  ["plan", "files"],
  ["plan-or-directory", "files"],
]);

function describeValue(name: string, value: Argument | Option) {
  const { description, argChoices: choices = [], variadic: isVariadic } = value;
  return { name, description, choices, paths: PATHS.get(name) ?? "none", isVariadic } as const;
}

/** The parser shows this text only with the rest of the help. */
function readNotes(command: Command): string {
  const output = command.configureOutput();
  let help = "";
  const writeOut = (text: string): void => {
    help += text;
  };
  command.configureOutput({ writeOut });
  command.outputHelp();
  command.configureOutput(output);
  return help.slice(command.helpInformation().length).trim();
}
