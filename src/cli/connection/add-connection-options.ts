import { type Command, InvalidArgumentError, Option } from "commander";
import { MAX_IN_FLIGHT } from "../../api/request-limiter";
import { PROVIDER_ARGUMENTS, toArgumentType, toVariableName } from "../../queue/provider-arguments";
import { addChangeOptions, addJsonOption, createPlainOption } from "../command-options";
import { STANDARD_INPUT } from "../files/read-input-file";
import { parseDurationMs, parseLimit } from "../parse-options";
import { ARGUMENT_OPTIONS, type ConnectionOptions, READ_TIMEOUT, WRITE_TIMEOUT } from "./connection-options";

/** Adds options. None takes a token, because others can read command lines. `timeout` is the default: `1m` */
export function addConnectionOptions(command: Command, timeout: string): Command {
  command.optionsGroup("Connection:");
  for (const row of PROVIDER_ARGUMENTS) {
    const isNeeded = row.attribute === "base_url" || row.attribute === "token";
    const usual = "default" in row ? row.default : undefined;
    const remark = isNeeded ? `$${toVariableName(row.attribute)}` : usual;
    const [flags, help] = ARGUMENT_OPTIONS[row.attribute];
    const option = new Option(flags, remark === undefined ? help : `${help} (default: ${remark})`);
    command.addOption(toArgumentType(row) === "number" ? option.argParser(parseNumber) : option);
  }
  return command.option(
    "--timeout <duration>",
    `give up after this long, such as 90s or 5m (default: ${timeout})`,
    parseDurationMs,
  );
}

export function addParallelConnectionOptions(command: Command, timeout: string): Command {
  const parallelism = createPlainOption(
    "--parallelism <number>",
    `send at most this many requests at once (default: ${MAX_IN_FLIGHT})`,
  );
  return addConnectionOptions(command.addOption(parallelism.argParser(parseLimit)), timeout);
}

function parseNumber(text: string): number {
  if (/^\d{1,10}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number.");
}

export function addReadingOptions(command: Command, timeout: string = READ_TIMEOUT.text): Command {
  return addConnectionOptions(addJsonOption(command), timeout);
}

export function addWritingOptions(command: Command, timeout: string = WRITE_TIMEOUT.text): Command {
  return addConnectionOptions(addChangeOptions(command), timeout);
}

/** Ends the command with a usage error if two of the command's inputs are standard input. */
export function refuseSharedInput(
  command: Command,
  name: string,
  file: string | undefined,
  { tokenFile }: ConnectionOptions,
): void {
  if (file !== STANDARD_INPUT || tokenFile !== STANDARD_INPUT) return;
  command.error(`Only one of ${name} and --token-file can be standard input.`);
}
