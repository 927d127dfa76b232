import { type Command, Help, type HelpConfiguration } from "commander";
import { breakLine } from "../../report/terminal/wrap-text";

/** Minimum width of descriptions beside the names of options; narrower ones are not wrapped. */
const MIN_WIDTH = 24;

/** The layout of the help of all commands. */
export const HELP_LAYOUT: HelpConfiguration = {
  minWidthToWrap: MIN_WIDTH,
  showGlobalOptions: true,
  // The help of a command shows its arguments; here they would leave no room for its summary.
  subcommandTerm: (command) => command.name(),
  // Those of the program. A subcommand of a command that has options itself has its own.
  visibleGlobalOptions: (command) =>
    command.parent === null ? [] : findProgram(command).options.filter(({ long }) => long !== "--version"),
  formatHelp: (command, help) => {
    const text = Help.prototype.formatHelp.call(help, command, help);
    return isGroup(command) ? moveToEnd(text, /^(?:Global )?Options:/) : text;
  },
};

/** Whether a command does nothing but hold subcommands. */
export function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}

function findProgram(command: Command): Command {
  return command.parent === null ? command : findProgram(command.parent);
}

/** Moves the blocks of a text that begin with a pattern behind the others. */
function moveToEnd(text: string, pattern: RegExp): string {
  const blocks = text.trimEnd().split("\n\n");
  const moved = blocks.filter((block) => pattern.test(block));
  return `${[...blocks.filter((block) => !pattern.test(block)), ...moved].join("\n\n")}\n`;
}

/** Blanks that a continued line has more than the indented line that it continues. */
const HANGING = 4;

/**
 * Fits the help of a command to a width: paragraphs are refilled, indented lines that are too long are broken. A broken
 * shell command can still be pasted.
 */
export function wrapHelp(text: string, columns: number): string {
  const lines: string[] = [];
  let isParagraph = false;
  for (const line of text.split("\n")) {
    const isProse = /^\S/.test(line);
    if (isProse && isParagraph) lines.push(`${lines.pop() ?? ""} ${line}`);
    else lines.push(line);
    isParagraph = isProse && !line.endsWith(":");
  }
  return lines
    .flatMap((line) => wrapLine(line, columns))
    .map((line) => line.trimEnd())
    .join("\n");
}

function wrapLine(line: string, columns: number): string[] {
  if (line.length <= columns) return [line];
  const [indent = ""] = /^ */.exec(line) ?? [];
  const hanging = " ".repeat(indent === "" ? 0 : indent.length + HANGING);
  const width = columns - hanging.length;
  const [, command, comment] = /^ *(\$ .*?)(?: {2,}(#.*))?$/.exec(line) ?? [];
  const parts =
    command === undefined
      ? breakLine(line.slice(indent.length), width)
      : [
          ...breakLine(command, width - 2).map((part, index, all) =>
            index < all.length - 1 ? `${part} \\` : part,
          ),
          ...(comment === undefined ? [] : breakLine(comment, width)),
        ];
  return parts.map((part, index) => `${index === 0 ? indent : hanging}${part}`);
}
