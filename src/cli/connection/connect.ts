import { resolve } from "node:path";
import type { ApiClient, AttemptEvent, CallOptions } from "../../api/api-client";
import { type ClientConfig, readCaFile, resolveClientConfig } from "../../api/client-config";
import { Deadline } from "../../api/clock";
import { createApiClient } from "../../api/create-api-client";
import { RequestLimiter } from "../../api/request-limiter";
import { describeInterface } from "../../api/token-rules";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { type OperationOptions, Reconciler } from "../../reconcile/reconciler";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext, CommandSession } from "../command-session";
import { addInputFile, readTokenFile, type TokenFile } from "../files/read-input-file";
import {
  type ConnectionOptions,
  createCommandVocabulary,
  describeOptionFinding,
  toGivenArguments,
} from "./connection-options";

export interface Connection {
  readonly api: ApiClient;
  readonly reconciler: Reconciler;
  readonly stopSignal: AbortSignal;
  readonly timeoutMs: number;
  readonly parallelism: ConnectionOptions["parallelism"] | undefined;
  readonly taskOptions: OperationOptions;
  readonly startCall: () => CallOptions;
}

/** Makes a connection; sends no request. From now on, a stop signal ends waits, but not the process. */
export async function connect(
  session: CommandSession,
  options: ConnectionOptions,
  defaultTimeoutMs: number,
): Promise<Connection> {
  const { clock } = session.context;
  const { parallelism, timeout: timeoutMs = defaultTimeoutMs } = options;
  const limiter = new RequestLimiter(clock, parallelism);
  const api = await createClient(session, await resolveConfig(session, options), limiter);
  const stopSignal = watchStop(session.context);
  return {
    ...{ api, stopSignal, timeoutMs, parallelism },
    reconciler: new Reconciler(api, clock),
    taskOptions: { timeoutMs, stopSignal },
    startCall: () => ({ deadline: Deadline.after(timeoutMs, clock), stopSignal }),
  };
}

async function resolveConfig(session: CommandSession, options: ConnectionOptions): Promise<ClientConfig> {
  const { context } = session;
  const file = await readToken(session, options);
  const given = toGivenArguments(options, file?.token);
  const vocabulary = createCommandVocabulary(options.tokenFile);
  const { config, findings, warnings } = resolveClientConfig(given, context.environment, [], vocabulary);
  writeWarnings(context, [...warnings.map(({ message }) => message), file?.warning]);
  if (config !== undefined) return config;
  const argument = findings[0]?.argument;
  const problems = findings.map((finding) => describeOptionFinding(finding)).join("\n");
  throw new MergeQueueError("invalid_configuration", problems, argument === undefined ? {} : { argument });
}

/** Reads the token file. From now on, no output contains the token. */
export async function readToken(
  { context, addSecret }: CommandSession,
  { tokenFile }: ConnectionOptions,
): Promise<TokenFile | undefined> {
  if (tokenFile === undefined) return undefined;
  const file = await readTokenFile(context, tokenFile);
  addSecret(file.token);
  return file;
}

export function writeWarnings(
  { writeError }: Pick<CommandContext, "writeError">,
  warnings: Iterable<string | undefined>,
): void {
  for (const warning of warnings) {
    if (warning !== undefined) writeError(escapeControl(`Warning: ${warning}\n`));
  }
}

/** Makes a client; sends nothing. From now on, no output contains the token. All clients share `limiter`. */
export async function createClient(
  { context, addSecret }: CommandSession,
  config: ClientConfig,
  limiter: RequestLimiter,
): Promise<ApiClient> {
  addSecret(config.token.reveal());
  const { clock, workingDirectory, writeDetail } = context;
  writeDetail(`The client of ${config.origin} speaks ${describeInterface(config)}.\n`);
  const caPath = config.caFile === undefined ? undefined : resolve(workingDirectory, config.caFile);
  if (caPath !== undefined) await addInputFile(context, caPath);
  const ca = caPath === undefined ? undefined : await readCaFile(caPath);
  const observe = tellRetries(context);
  return createApiClient(config, { source: "mergequeue", clock, limiter, ownsProcess: true, ca, observe });
}

/** Returns an AbortSignal. The first stop signal aborts it, and does not end the process. */
export function watchStop({ catchStop }: Pick<CommandContext, "catchStop">): AbortSignal {
  const stop = new AbortController();
  void catchStop().then(() => {
    stop.abort();
  });
  return stop.signal;
}

/** Without a terminal, a retry is reported only if no request has ended for this long, in ms. */
const SILENCE_MS = 3_000;

/** Reports retries. Without a terminal, reports none before {@link SILENCE_MS}, then only longer waits. */
export function tellRetries(
  context: Pick<CommandContext, "clock" | "terminal" | "writeNote">,
): (event: AttemptEvent) => void {
  const { clock, terminal } = context;
  let silentSinceMs = clock.now();
  let longestMs = 0;
  return ({ operation, result, retryInMs }) => {
    if (retryInMs === undefined) {
      silentSinceMs = clock.now();
      longestMs = 0;
      return;
    }
    const silentMs = clock.now() - silentSinceMs + retryInMs;
    if (!terminal.isError && (silentMs < SILENCE_MS || retryInMs <= longestMs)) return;
    longestMs = Math.max(longestMs, retryInMs);
    const seconds = (retryInMs / 1000).toFixed(1);
    const line = escapeControl(`Trying ${operation} again in ${seconds} s: ${result}.\n`);
    // The current line may show progress.
    context.writeNote(terminal.isError ? `\r\u001b[K${line}` : line);
  };
}
