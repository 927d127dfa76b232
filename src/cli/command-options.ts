import { type Command, InvalidArgumentError, Option } from "commander";
import { MAX_IN_FLIGHT } from "../api/retry/request-limiter";
import { parseQueueId } from "../queue/parse-queue-id";
import { PROVIDER_ARGUMENTS, toArgumentType, toVariableName } from "../queue/provider-arguments";
import { tryParseDurationMs } from "../text/parse-duration";
import { type ConnectionOptions, READ_TIMEOUT, WRITE_TIMEOUT } from "./connection/connection-options";
import { STANDARD_INPUT } from "./files/read-input-file";
import { parseLimit, parsePullRequestNumber } from "./parse-arguments";

/**
 * Adds the options that say how to reach the service. None takes a token (promise L-5): everyone on the machine can read
 * a command line.
 * @param timeout - how long the command takes at most by default, for its help: `1m`
 */
export function addConnectionOptions(command: Command, timeout: string): Command {
  command.optionsGroup("Connection:");
  for (const row of PROVIDER_ARGUMENTS) {
    const isNeeded = row.attribute === "base_url" || row.attribute === "token";
    const remark = isNeeded ? toVariableName(row.attribute) : "default" in row ? row.default : undefined;
    const option = new Option(row.option, remark === undefined ? row.help : `${row.help} (${remark})`);
    command.addOption(toArgumentType(row) === "number" ? option.argParser(parseNumber) : option);
  }
  return command.option(
    "--timeout <duration>",
    `give up after this long, such as 90s or 5m (${timeout})`,
    parseTimeout,
  );
}

/** As {@link addConnectionOptions}, for a command that works on many queues. */
export function addParallelConnectionOptions(command: Command, timeout: string): Command {
  const parallelism = createPlainOption(
    "--parallelism <number>",
    `send at most this many requests at once (${MAX_IN_FLIGHT})`,
  );
  return addConnectionOptions(command.addOption(parallelism.argParser(parseLimit)), timeout);
}

function parseNumber(text: string): number {
  if (/^\d{1,10}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number.");
}

function parseTimeout(text: string): number {
  const timeoutMs = tryParseDurationMs(text);
  if (timeoutMs !== undefined) return timeoutMs;
  throw new InvalidArgumentError(
    'It must be a duration of at most 24 hours, such as "90s", "5m" or "1h30m".',
  );
}

/** The end of most commands' help. */
export const EXIT_HELP = "\nExit status:\n  0 done, 1 error, 130 interrupted";

/** As {@link EXIT_HELP}, for a command that may wait for a pull request. */
export const WAIT_EXIT_HELP =
  "\nExit status:\n  0 done, or merged if it waits; 1 error or timeout; 130 interrupted\n  2 it waited, and the pull request was not merged";

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
  return command.addOption(createPlainOption("--json", "print one JSON document, also after an error"));
}

/** Adds `--auto-approve` and `--json`. */
export function addChangeOptions(command: Command): Command {
  return addJsonOption(command.addOption(createPlainOption("--auto-approve", "do not ask for confirmation")));
}

/** Makes an option that the help lists first, whatever the group of the options before it. */
function createPlainOption(flags: string, description: string): Option {
  return new Option(flags, description).helpGroup("Options:");
}

/** Adds `--json` and the options of the connection. */
export function addReadingOptions(command: Command, timeout: string = READ_TIMEOUT.text): Command {
  return addConnectionOptions(addJsonOption(command), timeout);
}

/** Adds `--auto-approve`, `--json` and the options of the connection. */
export function addWritingOptions(command: Command, timeout: string = WRITE_TIMEOUT.text): Command {
  return addConnectionOptions(addChangeOptions(command), timeout);
}

/** Ends the command with a usage error if two of its inputs are standard input. */
export function refuseSharedInput(
  command: Command,
  name: string,
  file: string | undefined,
  { tokenFile }: ConnectionOptions,
): void {
  if (file !== STANDARD_INPUT || tokenFile !== STANDARD_INPUT) return;
  command.error(`Only one of ${name} and --token-file can be standard input.`);
}
