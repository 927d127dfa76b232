import type { Command } from "commander";
import { createProgram } from "../../../src/cli/create-program";
import { makeContext, makeSession } from "../fake-context";

/** One command with its arguments and options. */
export interface ListedCommand {
  /** The words after the program's name. */
  readonly words: readonly string[];
  /** Flags of its options, as its help has them: `-p, --port <number>`. */
  readonly flags: readonly string[];
  /** Its arguments: `<queue>`, `[number]`, `[queues...]`. */
  readonly operands: readonly string[];
}

/** Lists every command that does something; those that only have subcommands are left out. */
export function listCommands(): ListedCommand[] {
  const program = createProgram(makeSession(makeContext({})));
  return program.commands.flatMap((command) => walk(command, []));
}

function walk(command: Command, parents: readonly string[]): ListedCommand[] {
  const words = [...parents, command.name()];
  const children = command.commands.flatMap((child) => walk(child, words));
  // A group has no arguments and does nothing itself.
  if (children.length > 0 && command.registeredArguments.length === 0) return children;
  return [
    ...children,
    {
      words,
      flags: command.options.map(({ flags }) => flags),
      operands: command.registeredArguments.map((argument) => {
        const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
        return argument.required ? `<${name}>` : `[${name}]`;
      }),
    },
  ];
}
