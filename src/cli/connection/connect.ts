import { resolve } from "node:path";
import type { ApiClient, CallOptions } from "../../api/api-client";
import { Deadline } from "../../api/clock";
import { type ClientConfig, readCaFile, resolveClientConfig } from "../../api/configuration/client-config";
import { createApiClient } from "../../api/create-api-client";
import { RequestLimiter } from "../../api/retry/request-limiter";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { type OperationOptions, Reconciler } from "../../reconcile/reconciler";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext, CommandSession } from "../command-session";
import { addInputFile } from "../files/input-files";
import { readTokenFile, type TokenFile } from "../files/read-token-file";
import {
  type ConnectionOptions,
  createCommandVocabulary,
  describeOptionFinding,
  toGivenArguments,
} from "./connection-options";
import { tellRetries } from "./tell-retries";

/** A command's access to the service. */
export interface Connection {
  readonly api: ApiClient;
  /** Changes settings, with the promises of the provider (promise L-3). */
  readonly reconciler: Reconciler;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal;
  /** For the whole command. */
  readonly timeoutMs: number;
  /** Undefined: the usual number. */
  readonly parallelism: number | undefined;
  /** Limits of one task of the reconciler. */
  readonly taskOptions: OperationOptions;
  /** Makes the limits of one call; time runs from now. */
  readonly startCall: () => CallOptions;
}

/**
 * Prepares calls of the service: options first, then the environment. Connects to nothing yet. From here on a
 * stop signal ends waiting instead of the process.
 * @throws MergeQueueError `invalid_configuration` with everything that is wrong
 */
export async function connect(
  session: CommandSession,
  options: ConnectionOptions,
  defaultTimeoutMs: number,
): Promise<Connection> {
  const { context } = session;
  const { parallelism, timeout: timeoutMs = defaultTimeoutMs } = options;
  const limiter = new RequestLimiter(context.clock, parallelism);
  const api = await createClient(session, await resolveConfig(session, options), limiter);
  const stopSignal = watchStop(context);
  return {
    api,
    reconciler: new Reconciler(api, context.clock),
    stopSignal,
    timeoutMs,
    parallelism,
    taskOptions: { timeoutMs, stopSignal },
    startCall: () => ({ deadline: Deadline.after(timeoutMs, context.clock), stopSignal }),
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
  const problems = findings.map((finding) => describeOptionFinding(finding));
  const details = argument === undefined ? {} : { argument };
  throw new MergeQueueError("invalid_configuration", problems.join("\n"), details);
}

/** Reads the token of `--token-file`, if that was given. From here on the token is in no output. */
export async function readToken(
  { context, addSecret }: CommandSession,
  { tokenFile }: ConnectionOptions,
): Promise<TokenFile | undefined> {
  if (tokenFile === undefined) return undefined;
  const file = await readTokenFile(context, tokenFile);
  addSecret(file.token);
  return file;
}

/** Writes warnings to standard error. */
export function writeWarnings(
  { writeError }: Pick<CommandContext, "writeError">,
  warnings: Iterable<string | undefined>,
): void {
  for (const warning of warnings) {
    if (warning !== undefined) writeError(escapeControl(`Warning: ${warning}\n`));
  }
}

/**
 * Makes the client of a command. It connects to nothing yet. From here on its token is in no output.
 * @param limiter - shared by all clients of the command
 * @throws MergeQueueError `invalid_configuration` if the file of authorities cannot be read
 */
export async function createClient(
  { context, addSecret }: CommandSession,
  config: ClientConfig,
  limiter: RequestLimiter,
): Promise<ApiClient> {
  addSecret(config.token.reveal());
  return createApiClient(config, {
    source: "mergequeue",
    clock: context.clock,
    limiter,
    ownsProcess: true,
    ca: await readAuthorities(context, config),
    observe: tellRetries(context),
  });
}

async function readAuthorities(
  context: CommandContext,
  { caFile }: ClientConfig,
): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  const path = resolve(context.workingDirectory, caFile);
  await addInputFile(context, path);
  return readCaFile(path);
}

/** Returns a signal that aborts at the first stop signal, which from here on does not end the process. */
export function watchStop({ catchStop }: Pick<CommandContext, "catchStop">): AbortSignal {
  const stop = new AbortController();
  void catchStop().then(() => {
    stop.abort();
  });
  return stop.signal;
}
