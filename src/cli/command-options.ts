import { type Command, InvalidArgumentError, Option } from "commander";
import type { ArgumentFinding, ClientArguments } from "../api/configuration/client-arguments";
import { MAX_IN_FLIGHT } from "../api/retry/request-limiter";
import {
  type ArgumentName,
  PROVIDER_ARGUMENTS,
  toArgumentType,
  toOptionFlag,
  toVariableName,
} from "../queue/provider-arguments";
import { parseQueueId } from "../queue/queue-identity";
import { keepWireName, type Vocabulary } from "../queue/vocabulary";
import { tryParseDurationMs } from "../text/parse-duration";
import { quote } from "../text/quote";
import type { Approval } from "./changes/confirm";
import { STANDARD_INPUT } from "./files/read-input-file";
import { parseLimit, parsePullRequestNumber } from "./parse-arguments";

/** Options of every command that calls the service, as the parser returns them; those of arguments by option name. */
export interface ConnectionOptions extends Readonly<Partial<Record<string, unknown>>> {
  readonly baseUrl?: string;
  /** Path, or `-` for standard input. */
  readonly tokenFile?: string;
  /** Milliseconds. Default: the command's own. */
  readonly timeout?: number;
  /** Requests at once. Default: {@link MAX_IN_FLIGHT}. */
  readonly parallelism?: number;
}

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
export function addFleetConnectionOptions(command: Command, timeout: string): Command {
  const parallelism = createPlainOption(
    "--parallelism <number>",
    `send at most this many requests at once (${MAX_IN_FLIGHT})`,
  );
  return addConnectionOptions(command.addOption(parallelism.argParser(parseLimit)), timeout);
}

/** Returns the client's arguments that the options give. */
export function toGivenArguments(options: ConnectionOptions, token: string | undefined): ClientArguments {
  const given = PROVIDER_ARGUMENTS.flatMap(({ name, option }) => {
    const value = name === "token" ? token : options[new Option(option).attributeName()];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(given) as ClientArguments;
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

/** Returns the names of the command's options; settings keep their wire names. */
export function createCommandVocabulary(tokenFile: string | undefined): Vocabulary {
  return {
    tokenSource: describeTokenFile(tokenFile),
    nameArgument: toOptionFlag,
    nameSetting: keepWireName,
  };
}

/** Returns where the token of `--token-file` comes from, for messages. */
export function describeTokenFile(file: string | undefined): string {
  return file === STANDARD_INPUT ? "standard input" : `the file ${quote(file)}`;
}

/**
 * Returns a finding about options or the environment in the words of the command.
 * @param hasStack - whether a stack can give the address of the service
 */
export function describeOptionFinding(
  { argument, isMissing, variable, message }: ArgumentFinding,
  { hasStack = false } = {},
): string {
  if (argument === undefined) return message;
  if (isMissing === true) return describeMissing(argument, hasStack);
  // A message about the token names its source itself.
  return argument === "token" ? message : `${variable ?? toOptionFlag(argument)}: ${message}`;
}

function describeMissing(argument: ArgumentName, hasStack: boolean): string {
  const option = toOptionFlag(argument);
  const variable = toVariableName(argument);
  if (argument === "token") {
    return `The API token is missing. Set the environment variable ${variable}, or give a file that contains it with ${option}.`;
  }
  return (
    `The address of the merge queue service is missing. Give it ${hasStack ? "to the provider in the stack, or " : ""}as ` +
    `${option}, or set the environment variable ${variable}. To try things out on this machine, run mergequeue serve.`
  );
}

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

/** Time limit of a command that waits for tests: those of everything in a queue. */
export const WAIT_TIMEOUT = { ms: 3_600_000, text: "60m" } as const;

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
