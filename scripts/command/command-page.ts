import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ARGUMENT_OPTIONS } from "../../src/cli/connection/connection-options";
import { PROVIDER_ARGUMENTS, toVariableName } from "../../src/queue/provider-arguments";
import { printTable } from "../support/print-table";
import { describeCommand } from "./describe-command";
import {
  type DescribedCommand,
  type DescribedOperand,
  type DescribedOption,
  listDescribed,
} from "./describe-program";

/** A place in the page, with the table that was generated for it. */
const PLACE = /^(<!-- generated: (.+) -->)\n[^]*?^<!-- end -->$/gm;

/** What so many commands share is in a list of its own, because a cell with all of them would be too wide. */
const MANY = 4;

const VARIABLES: ReadonlyMap<string, string> = new Map(
  PROVIDER_ARGUMENTS.map(({ attribute }) => [ARGUMENT_OPTIONS[attribute][0], toVariableName(attribute)]),
);

/** Writes docs/command.md. People write all but its tables, which follow from the command's definition. */
export async function generateCommandPage(root: string, outDirectory: string): Promise<void> {
  const page = await readFile(join(root, "docs/command.md"), "utf8");
  await writeFile(join(outDirectory, "command.md"), fillCommandPage(page, await describeCommand()));
}

/**
 * Replaces the tables of docs/command.md with those of the definition.
 * @throws Error if the page has no place for a table, or a place for a table that does not exist
 */
export function fillCommandPage(page: string, program: DescribedCommand): string {
  const tables = listTables(program);
  const places = [...page.matchAll(PLACE)].map(([, , name = ""]) => name);
  const missing = [...tables.keys()].find((name) => !places.includes(name));
  const unknown = places.find((name) => !tables.has(name));
  if (missing !== undefined || unknown !== undefined) {
    throw new Error(
      missing === undefined
        ? `docs/command.md has a place for "${unknown}", which does not exist.`
        : `docs/command.md has no place for the table "${missing}". Add the lines <!-- generated: ${missing} --> and <!-- end -->.`,
    );
  }
  return page.replaceAll(PLACE, (_place, start: string, name: string) =>
    [start, "", tables.get(name) ?? "", "", "<!-- end -->"].join("\n"),
  );
}

function listTables(program: DescribedCommand): ReadonlyMap<string, string> {
  const commands = listDescribed(program).filter(({ isGroup }) => !isGroup);
  const groups = listOptionGroups(commands);
  return new Map([
    ["commands", printCommands(program, commands)],
    ["arguments and options", printRows(commands)],
    ["arguments and options of many commands", printShared(commands)],
    ["options of all commands", printTable(["option", ""], program.options.map(toOptionRow))],
    ...groups.map((group): [string, string] => [`options in the group ${group.name}`, printGroup(group)]),
  ]);
}

function printCommands(program: DescribedCommand, commands: readonly DescribedCommand[]): string {
  const tops = program.commands.map((top) => ({
    group: top.isHidden ? "Called by Terraform:" : top.group,
    rows: commands
      .filter(({ words }) => words[0] === top.name)
      .map((command) => [toUsage(command), escape(command.description)]),
  }));
  return [...new Set(tops.map(({ group }) => group))]
    .map((group) => {
      const rows = tops.filter((top) => top.group === group).flatMap((top) => top.rows);
      return `**${group.slice(0, -1)}**\n\n${printTable(["command", "what it does"], rows)}`;
    })
    .join("\n\n");
}

function toUsage({ words, operands }: DescribedCommand): string {
  return `\`mergequeue ${[...words, ...operands.map(({ usage }) => usage)].join(" ")}\``;
}

/** Prints arguments and options. What is the same in several commands is one row. */
function printRows(commands: readonly DescribedCommand[]): string {
  const cells = listRows(commands)
    .filter((row) => row.commands.length < MANY)
    .map((row) => [row.commands.join(", "), ...row.cells]);
  return printTable(["command", "argument or option", ""], cells);
}

function printShared(commands: readonly DescribedCommand[]): string {
  return listRows(commands)
    .filter((row) => row.commands.length >= MANY)
    .map((row) => `- ${row.cells.join(": ")}. For ${row.commands.join(", ")}.`)
    .join("\n");
}

interface SharedRow {
  readonly commands: string[];
  readonly cells: readonly string[];
}

function listRows(commands: readonly DescribedCommand[]): SharedRow[] {
  const rows = new Map<string, SharedRow>();
  for (const command of commands) {
    const options = command.options.filter((option) => !isInOwnTable(option));
    for (const cells of [...command.operands.map(toOperandRow), ...options.map(toOptionRow)]) {
      const row = rows.get(cells.join()) ?? { commands: [], cells };
      rows.set(cells.join(), row);
      row.commands.push(`\`${command.words.join(" ")}\``);
    }
  }
  return [...rows.values()];
}

function printGroup({ commands, options }: ReturnType<typeof listOptionGroups>[number]): string {
  const names = commands.map(({ words }) => `\`${words.join(" ")}\``);
  const hasVariables = options.some(({ flags }) => VARIABLES.has(flags));
  const rows = options.map((option) => {
    const variable = VARIABLES.get(option.flags);
    const [flags = "", text = ""] = toOptionRow(option);
    return hasVariables ? [flags, variable === undefined ? "" : `\`${variable}\``, text] : [flags, text];
  });
  const head = hasVariables ? ["option", "environment", ""] : ["option", ""];
  return `For ${names.slice(0, -1).join(", ")}${names.length > 1 ? " and " : ""}${names.at(-1) ?? ""}:\n\n${printTable(head, rows)}`;
}

function toOperandRow({ usage, description, choices }: DescribedOperand): string[] {
  return [`\`${usage}\``, escape(description) + toChoices(choices)];
}

function toOptionRow(option: DescribedOption): string[] {
  const { flags, description, isRequired, value } = option;
  const choices = toChoices(value?.choices ?? [], option.default);
  const text = `${isRequired ? "required: " : ""}${escape(description)}${choices}`;
  return [`\`${flags}\``, text];
}

function toChoices(choices: readonly string[], byDefault?: string): string {
  const shown = choices.map((choice) => `\`${choice}\`${choice === byDefault ? " (default)" : ""}`);
  if (shown.length > 0) return `: ${shown.join(", ")}`;
  return byDefault === undefined ? "" : `; \`${byDefault}\` by default`;
}

function escape(text: string): string {
  return text
    .replaceAll(/[|*]/g, String.raw`\$&`)
    .replaceAll(/(?<![\w-])--[a-z][a-z-]+|\b[A-Z]+_[A-Z_]+\b/g, "`$&`");
}

/** Options that several commands have under the same heading of their help. */
interface OptionGroup {
  /** The heading: `Connection`. */
  readonly name: string;
  readonly commands: readonly DescribedCommand[];
  /** Each once, in the order of the help. */
  readonly options: readonly DescribedOption[];
}

/** Whether an option is described with its group, instead of with each command. */
function isInOwnTable({ group }: DescribedOption): boolean {
  return group !== "Options:";
}

function listOptionGroups(commands: readonly DescribedCommand[]): readonly OptionGroup[] {
  const all = commands.flatMap(({ options }) => options).filter(isInOwnTable);
  return [...new Set(all.map(({ group }) => group))].map((group) => {
    const own = all.filter((option) => option.group === group);
    return {
      name: group.slice(0, -1),
      commands: commands.filter(({ options }) => options.some((option) => option.group === group)),
      options: [...new Set(own.map(({ flags }) => flags))].flatMap((flags) =>
        merge(own.filter((option) => option.flags === flags)),
      ),
    };
  });
}

/** Leaves out a default at the end of the description if not all commands have the same. */
function merge([option, ...others]: readonly DescribedOption[]): DescribedOption[] {
  if (option === undefined) return [];
  const isSame = others.every(({ description }) => description === option.description);
  return [isSame ? option : { ...option, description: option.description.replace(/ \([^()]*\)$/, "") }];
}
