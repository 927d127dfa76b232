import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { tryParseDurationMs } from "../../text/parse-duration";

/** Options of every command that calls the service, as the parser answers them. */
export interface ConnectionOptions {
  readonly baseUrl?: string;
  /** Path, or `-` for standard input. */
  readonly tokenFile?: string;
  /** Milliseconds. Default: the command's own. */
  readonly timeout?: number;
  /** Seconds. */
  readonly requestTimeout?: number;
  readonly maxRetries?: number;
  readonly maxRequestsPerSecond?: number;
  readonly allowInsecureHttp?: boolean;
  /** Path. */
  readonly caFile?: string;
}

/**
 * Adds the options that say how to reach the service. There is none that takes a token (promise L-5): what is
 * on a command line, everybody on the machine can read.
 * @param timeout - how long the command takes at most unless told otherwise, for its help: `1m`
 */
export function addConnectionOptions(command: Command, timeout: string): Command {
  return command
    .optionsGroup("Connection:")
    .option("--base-url <url>", "address of the service, up to and including /v1 (MERGEQUEUE_BASE_URL)")
    .option("--token-file <file>", "file with the API token, - for standard input (MERGEQUEUE_TOKEN)")
    .option("--timeout <duration>", `give up after this long, such as 90s or 5m (${timeout})`, parseTimeout)
    .option("--request-timeout <seconds>", "seconds that one request may take (30)", parseNumber)
    .option("--max-retries <number>", "how often a request is repeated (until the timeout)", parseNumber)
    .option("--max-requests-per-second <number>", "never send faster than this", parseNumber)
    .option("--allow-insecure-http", "allow plain http to other machines")
    .option("--ca-file <file>", "PEM file with authorities to trust beside the built-in ones");
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
