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
    return isGroup(command) ? moveToEnd(text, /^(?:Global )?Options:/) : splitHelp(text).own;
  },
};

/** Writes what is the same for many commands: it follows the examples of a command that is no group. */
export function formatCommonHelp(command: Command): string {
  if (isGroup(command)) return "";
  const help = command.createHelp();
  help.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  return `\n${splitHelp(Help.prototype.formatHelp.call(help, command, help)).common}`;
}

/** Splits a help into the options of the command, and those that many have. */
function splitHelp(text: string): { readonly own: string; readonly common: string } {
  const blocks = text.trimEnd().split("\n\n");
  const isCommon = (block: string): boolean => /^(?:Connection|Global Options):/.test(block);
  const [own, common] = [blocks.filter((block) => !isCommon(block)), blocks.filter(isCommon)];
  return { own: `${own.join("\n\n")}\n`, common: common.join("\n\n") };
}

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
