import { type Command, InvalidArgumentError, Option } from "commander";
import { MAX_IN_FLIGHT } from "../api/request-limiter";
import { parseQueueId } from "../queue/parse-queue-id";
import { PROVIDER_ARGUMENTS, toArgumentType, toVariableName } from "../queue/provider-arguments";
import { INTEGER_BOUNDS } from "../queue/settings";
import { MAX_LINK_LENGTH, MAX_TITLE_LENGTH, toLink } from "../report/report-options";
import { tryParseDurationMs } from "../text/parse-duration";
import { ARGUMENT_OPTIONS } from "./connection/argument-options";
import { type ConnectionOptions, READ_TIMEOUT, WRITE_TIMEOUT } from "./connection/connection-options";
import { STANDARD_INPUT } from "./files/read-input-file";

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
    const { flags, help } = ARGUMENT_OPTIONS[row.attribute];
    const option = new Option(flags, remark === undefined ? help : `${help} (${remark})`);
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

/** The exit statuses of most commands. */
export const EXIT_HELP = "\nExit status:\n  0 done, 1 error, 130 interrupted";

/** The exit statuses of a command that may wait for a pull request. */
export const WAIT_EXIT_HELP =
  "\nExit status:\n  0 done, or merged if it waits; 1 error or timeout; 130 interrupted\n  2 it waited, and the pull request was not merged";

/** Adds examples and exit statuses to the end of a command's help. */
export function addExamples(command: Command, examples: string, exitHelp: string = EXIT_HELP): Command {
  return command.addHelpText("after", `${examples}\n${exitHelp}`);
}

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

const DAY_MS = 86_400_000;

/** Parses the number of a pull request: `7` or `#7`. */
export function parsePullRequestNumber(text: string): number {
  const number = Number(text.replace(/^#/, ""));
  if (/^#?\d{1,10}$/.test(text) && number <= INTEGER_BOUNDS.max) return number;
  throw new InvalidArgumentError(
    `A pull request's number is a whole number from 0 to ${INTEGER_BOUNDS.max}.`,
  );
}

/** Parses a priority: digits are a number, anything else is one of the service's names. */
export function parsePriority(text: string): number | string {
  parseNonEmpty("a priority")(text);
  if (!/^\d+$/.test(text)) return text;
  const value = Number(text);
  if (value <= INTEGER_BOUNDS.max) return value;
  throw new InvalidArgumentError(`A priority is a name, or a whole number from 0 to ${INTEGER_BOUNDS.max}.`);
}

/** Parses a time: ISO 8601 with date and time, or how long before now (milliseconds since 1970): `90m`, `24h`, `7d`. */
export function parseSince(text: string, nowMs: number): string {
  const ageMs = /^\d{1,5}d$/.test(text) ? Number.parseInt(text, 10) * DAY_MS : tryParseDurationMs(text);
  if (ageMs !== undefined) return new Date(nowMs - ageMs).toISOString();
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isTime && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  throw new InvalidArgumentError(
    "It must be a date and time such as 2026-01-31T08:00:00Z, or how long ago: 90m, 24h, 7d.",
  );
}

/** Parses a maximum, such as that of results: 1 or more. */
export function parseLimit(text: string): number {
  const limit = Number(text);
  if (/^\d{1,9}$/.test(text) && limit > 0) return limit;
  throw new InvalidArgumentError("It must be a whole number of at least 1.");
}

/** Makes the parser of a text that must not be empty, as that of an unset shell variable. It asks for `a file` instead. */
export function parseNonEmpty(what: string): (text: string) => string {
  return (text) => {
    if (text !== "") return text;
    throw new InvalidArgumentError(`It is empty. Give ${what}, or leave the option out.`);
  };
}

/** Parses the option `--title`. */
export function parseTitle(text: string): string {
  if (text.trim() !== "" && text.length <= MAX_TITLE_LENGTH) return text;
  throw new InvalidArgumentError(`A title has 1 to ${MAX_TITLE_LENGTH} characters.`);
}

/** Parses the option `--link`. */
export function parseLink(text: string): string {
  if (toLink({ link: text }) !== undefined) return text;
  throw new InvalidArgumentError(
    `It must be an address with https or http, of at most ${MAX_LINK_LENGTH} characters.`,
  );
}

/** Collects the values of an option that may be given several times. */
export function collect(text: string, collected: readonly string[] = []): readonly string[] {
  return [...collected, text];
}
