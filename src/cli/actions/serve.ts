import { resolve } from "node:path";
import { warnOfShortToken } from "../../api/configuration/token-rules";
import type { AutoOptions } from "../../emulator/auto/auto-options";
import type { EmulatorOptionsInput } from "../../emulator/emulator-options";
import { startEmulator } from "../../emulator/start-emulator";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { quote } from "../../text/quote";
import { quoteForShell } from "../../text/quote-for-shell";
import {
  type CommandContext,
  type CommandSession,
  EXIT_STATUS,
  type OutputDocument,
} from "../command-session";
import { requireNoInput } from "../files/input-files";
import { readInputFile } from "../files/read-input-file";

/** What the command line says. */
export interface ServeOptions {
  readonly port: number;
  readonly data?: string;
  readonly options?: string;
  readonly auto?: true;
  readonly autoDuration?: readonly [min: number, max: number];
  readonly autoFailureRate?: number;
  readonly seed?: string;
  readonly demo?: true;
}

/** Runs the local service until a signal ends it. @returns the exit status */
export async function serve(options: ServeOptions, { context, write }: CommandSession): Promise<number> {
  const { port, data, seed, demo, options: file } = options;
  const auto = readAutoOptions(options);
  const stopped = context.catchStop();
  const emulatorOptions = file === undefined ? undefined : await readOptions(file, context);
  if (data !== undefined) await requireNoInput(context, data, "The data file");
  // An empty variable counts as unset.
  const given = context.environment["MERGEQUEUE_TOKEN"] || undefined;
  const emulator = await startEmulator({
    port,
    keptRequests: "latest",
    ...(given === undefined ? {} : { token: given }),
    ...(data === undefined ? {} : { data: resolve(context.workingDirectory, data) }),
    ...(emulatorOptions === undefined ? {} : { options: emulatorOptions }),
    ...(seed === undefined ? {} : { seed }),
    ...(auto === undefined ? {} : { auto }),
    ...(demo === undefined ? {} : { isDemo: true }),
  });
  const report = { url: emulator.url, token: emulator.token, isTokenGiven: given !== undefined, data };
  write(printReadyLine(report));
  context.writeNote(printServeHints(report));
  const warning = warnOfShortToken(report.token);
  if (warning !== undefined) context.writeError(`Warning: ${warning}\n`);
  const signal = await stopped;
  await emulator.close();
  return signal === "SIGINT" ? EXIT_STATUS.interrupted : EXIT_STATUS.ok;
}

/** Reads the options unchecked; the service checks them when it starts. */
async function readOptions(file: string, context: CommandContext): Promise<EmulatorOptionsInput> {
  const text = await readInputFile(context, file, "The file of options", "invalid_configuration");
  try {
    return JSON.parse(text) as EmulatorOptionsInput;
  } catch (error) {
    const message = `The file of options, ${quote(file)}, is not JSON: ${toErrorMessage(error)}. Write an object such as {"unknownFields": "ignore"}.`;
    throw new MergeQueueError("invalid_configuration", message, { argument: "options" }, error);
  }
}

function readAutoOptions(options: ServeOptions): AutoOptions | undefined {
  const { auto, autoDuration, autoFailureRate, seed, demo } = options;
  if (auto === true || demo === true) {
    return {
      ...(autoDuration === undefined ? {} : { durationSeconds: autoDuration }),
      ...(autoFailureRate === undefined ? {} : { failureRate: autoFailureRate }),
      ...(seed === undefined ? {} : { seed }),
    };
  }
  if (autoDuration === undefined && autoFailureRate === undefined) return undefined;
  throw new MergeQueueError(
    "invalid_configuration",
    "--auto-duration and --auto-failure-rate need --auto or --demo. Add one, or leave them out.",
    { argument: "auto" },
  );
}

/** A running local service. */
export interface ServeReport {
  /** The base address, which ends in `/v1`. */
  readonly url: string;
  readonly token: string;
  /** Whether the token came from the environment: then it is not shown. */
  readonly isTokenGiven: boolean;
  /** The file that keeps everything; undefined: it is kept in memory. */
  readonly data: string | undefined;
}

/** Printed in place of a token that came from the environment. */
const GIVEN_TOKEN = "$MERGEQUEUE_TOKEN";

function printReadyLine({ url, token, isTokenGiven }: ServeReport): OutputDocument {
  return { document: `${JSON.stringify({ url, token: isTokenGiven ? GIVEN_TOKEN : token })}\n` };
}

function printServeHints({ url, token, isTokenGiven, data }: ServeReport): string {
  const memory = data === undefined ? "it then forgets everything" : `everything is kept in ${data}`;
  const access = isTokenGiven
    ? "\nMERGEQUEUE_TOKEN must be the same token there as the one that this service was started with.\n"
    : `  export MERGEQUEUE_TOKEN=${quoteForShell(token)}\n`;
  return `
The merge queue service is ready at ${url}. Press Ctrl-C to stop it; ${memory}.
Watch its queues at ${new URL("/", url).href}
To use it, run in another terminal:

  export MERGEQUEUE_BASE_URL=${quoteForShell(url)}
${access}
`;
}
