import type { Command } from "commander";
import { parseQueueId } from "../queue/queue-identity";
import type { Approval } from "./changes/confirm";
import type { ConnectionOptions } from "./connection/connection-options";
import { STANDARD_INPUT } from "./files/read-input-file";
import { parsePullRequestNumber } from "./parse-arguments";

/** Options of a command that shows something. */
export interface ShowOptions extends ConnectionOptions {
  readonly json?: boolean;
}

/** Options of a command that changes something. */
export interface ChangeOptions extends ShowOptions {
  readonly autoApprove?: boolean;
}

/** Time limit of a command that reads: milliseconds, and as its help writes it. */
export const READ_TIMEOUT = { ms: 60_000, text: "1m" } as const;

/** Time limit of a command that changes something or reads many pages. */
export const WRITE_TIMEOUT = { ms: 300_000, text: "5m" } as const;

/** The end of most commands' help. */
export const EXIT_HELP = "\nExit status:\n  0 done, 1 error, 130 interrupted";

/** Adds the argument `<queue>`, parsed. */
export function addQueueArgument(command: Command): Command {
  return command.argument("<queue>", "the queue's id, host/owner/name/branch", parseQueueId);
}

/** Adds the arguments `<queue>` and `<number>`, parsed. */
export function addPullRequestArguments(command: Command): Command {
  return addQueueArgument(command).argument("<number>", "the pull request's number", parsePullRequestNumber);
}

/** Adds `--json`. */
export function addJsonOption(command: Command): Command {
  return command.option("--json", "print one JSON document, also after an error");
}

/** Adds `--auto-approve` and `--json`. */
export function addChangeOptions(command: Command): Command {
  return addJsonOption(command.option("--auto-approve", "do not ask for confirmation"));
}

/**
 * Ends the command with a usage error if two of its inputs are standard input.
 * @param name - what the command line calls the file
 */
export function refuseSharedInput(
  command: Command,
  name: string,
  file: string | undefined,
  { tokenFile }: ConnectionOptions,
): void {
  if (file !== STANDARD_INPUT || tokenFile !== STANDARD_INPUT) return;
  command.error(`Only one of ${name} and --token-file can be standard input.`);
}

/**
 * Returns what `confirm` needs from the command line.
 * @param input - a file that the command reads; may be standard input
 */
export function toApproval(
  { autoApprove, tokenFile }: Pick<ChangeOptions, "autoApprove" | "tokenFile">,
  { stopSignal }: { readonly stopSignal: AbortSignal },
  input?: string,
): Approval {
  return {
    isGiven: autoApprove === true,
    stopSignal,
    isInputTaken: [tokenFile, input].includes(STANDARD_INPUT),
  };
}
