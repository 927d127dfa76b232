import { type Command, Option } from "commander";
import { parseQueueId } from "../queue/parse-queue-id";
import { parsePullRequestNumber } from "./parse-options";

export const EXIT_HELP = "\nExit status:\n  0 done, 1 error, 130 interrupted";

export const WAIT_EXIT_HELP =
  "\nExit status:\n  0 done (after a wait: merged); 1 error or timeout; 130 interrupted\n  2 not merged after a wait";

export function addExamples(command: Command, examples: string, exitHelp: string = EXIT_HELP): Command {
  return command.addHelpText("after", `${examples}\n${exitHelp}`);
}

export function addQueueArgument(command: Command): Command {
  return command.argument("<queue>", "the queue's id, host/owner/name/branch", parseQueueId);
}

export function addPullRequestArguments(command: Command): Command {
  return addQueueArgument(command).argument("<number>", "the pull request's number", parsePullRequestNumber);
}

export function addJsonOption(command: Command): Command {
  return command.addOption(createPlainOption("--json", "print one JSON document, also after an error"));
}

/** Adds `--auto-approve` and `--json`. */
export function addChangeOptions(command: Command): Command {
  return addJsonOption(command.addOption(createPlainOption("--auto-approve", "do not ask for confirmation")));
}

/** Makes an option of the help's first group, `Options:`. */
export function createPlainOption(flags: string, description: string): Option {
  return new Option(flags, description).helpGroup("Options:");
}
