import { type Command, Help, type HelpConfiguration } from "commander";

/** Minimum width of descriptions beside the names of options; narrower ones are not wrapped. */
const MIN_WIDTH = 24;

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

export function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}

function findProgram(command: Command): Command {
  return command.parent === null ? command : findProgram(command.parent);
}

function moveToEnd(text: string, pattern: RegExp): string {
  const blocks = text.trimEnd().split("\n\n");
  const moved = blocks.filter((block) => pattern.test(block));
  return `${[...blocks.filter((block) => !pattern.test(block)), ...moved].join("\n\n")}\n`;
}
