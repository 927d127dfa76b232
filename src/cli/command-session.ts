import type { CommandContext } from "./command-context";

/** What the subcommands of one run share. */
export interface CommandSession {
  /** The process. */
  readonly context: CommandContext;
  /** Takes the exit status of a subcommand that has one of its own. */
  readonly finish: (exitStatus: number) => void;
  /** Takes every secret that must not be printed. */
  readonly addSecret: (secret: string) => void;
}
