import type { Command } from "commander";
import type { Approval } from "./changes/confirm";
import type { Connection } from "./connection/connect";
import type { ConnectionOptions } from "./connection/connection-options";
import { STANDARD_INPUT } from "./files/read-input-file";

/** Options of a command that shows something. */
export interface ShowOptions extends ConnectionOptions {
  readonly json?: boolean;
}

/** Options of a command that changes something. */
export interface ChangeOptions extends ShowOptions {
  readonly autoApprove?: boolean;
}

/** How long a command that reads takes at most, in milliseconds, and in words for its help. */
export const READ_TIMEOUT = { ms: 60_000, text: "1m" } as const;

/** How long a command that changes something, or reads many pages, takes at most. */
export const WRITE_TIMEOUT = { ms: 300_000, text: "5m" } as const;

/** What every help of a command says of its end. */
export const EXIT_HELP = "\nExit status:\n  0 done, 1 error, 130 interrupted";

/** Adds `--json`. */
export function addJsonOption(command: Command): Command {
  return command.option("--json", "print one JSON document, also after an error");
}

/** Adds `--auto-approve` and `--json`. */
export function addChangeOptions(command: Command): Command {
  return addJsonOption(command.option("--auto-approve", "do it without asking"));
}

/**
 * Answers what `confirm` needs to know of the command line.
 * @param inputs - files that are read; one of them may be standard input
 */
export function toApproval(
  { autoApprove, tokenFile }: ChangeOptions,
  { stopSignal }: Connection,
  inputs: readonly (string | undefined)[] = [],
): Approval {
  return {
    isGiven: autoApprove === true,
    stopSignal,
    isInputTaken: [tokenFile, ...inputs].includes(STANDARD_INPUT),
  };
}
