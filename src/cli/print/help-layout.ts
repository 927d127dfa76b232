import { type Command, Help, type HelpConfiguration } from "commander";

/** Minimum width of wrapped descriptions beside the options. */
const MIN_WIDTH = 24;

export const HELP_LAYOUT: HelpConfiguration = {
  minWidthToWrap: MIN_WIDTH,
  showGlobalOptions: true,
  // Without arguments, so that there is room for the summary.
  subcommandTerm: (command) => command.name(),
  // The options of the program, not those of a parent command.
  visibleGlobalOptions: (command) =>
    command.parent === null ? [] : findProgram(command).options.filter(({ long }) => long !== "--version"),
  formatHelp: (command, help) => {
    const text = Help.prototype.formatHelp.call(help, command, help);
    const [own, others] = split(text, isGroup(command) ? /^(?:Global )?Options:/ : COMMON);
    return isGroup(command) ? `${own}\n\n${others}\n` : `${own}\n`;
  },
};

const COMMON = /^(?:Connection|Global Options):/;

/** Writes the options that many commands share. The help shows these options after a command's examples. */
export function formatCommonHelp(command: Command): string {
  if (isGroup(command)) return "";
  const help = command.createHelp();
  help.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  return `\n${split(Help.prototype.formatHelp.call(help, command, help), COMMON)[1]}`;
}

function split(text: string, pattern: RegExp): readonly [others: string, matching: string] {
  const blocks = text.trimEnd().split("\n\n");
  const select = (isWanted: boolean): string =>
    blocks.filter((block) => pattern.test(block) === isWanted).join("\n\n");
  return [select(false), select(true)];
}

export function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0;
}

function findProgram(command: Command): Command {
  return command.parent === null ? command : findProgram(command.parent);
}
