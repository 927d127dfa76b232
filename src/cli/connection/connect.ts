import { resolve } from "node:path";
import type { ApiClient, CallOptions } from "../../api/api-client";
import { Deadline } from "../../api/clock";
import { type ClientConfig, resolveClientConfig } from "../../api/configuration/client-config";
import { readCaFile } from "../../api/configuration/read-ca-file";
import { createApiClient } from "../../api/create-api-client";
import { RequestLimiter } from "../../api/retry/request-limiter";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { type OperationOptions, Reconciler } from "../../reconcile/reconciler";
import { escapeControl } from "../../text/escape-control";
import type { CommandContext, CommandSession } from "../command-session";
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
  /** How long the command may take in all, in milliseconds. */
  readonly timeoutMs: number;
  /** Requests at once; undefined: the usual number. */
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
  const file = options.tokenFile === undefined ? undefined : await readTokenFile(context, options.tokenFile);
  if (file !== undefined) session.addSecret(file.token);
  const { parallelism } = options;
  const limiter = new RequestLimiter(context.clock, parallelism);
  const api = await createClient(session, resolveConfig(session, options, file), limiter);
  const stopSignal = watchStop(context);
  const timeoutMs = options.timeout ?? defaultTimeoutMs;
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

function resolveConfig(
  { context: { environment, writeError } }: CommandSession,
  options: ConnectionOptions,
  file: TokenFile | undefined,
): ClientConfig {
  const given = toGivenArguments(options, file?.token);
  const vocabulary = createCommandVocabulary(options.tokenFile);
  const { config, findings, warnings } = resolveClientConfig(given, environment, [], vocabulary);
  for (const warning of [...warnings.map(({ message }) => message), file?.warning]) {
    if (warning !== undefined) writeError(escapeControl(`Warning: ${warning}\n`));
  }
  if (config !== undefined) return config;
  const argument = findings[0]?.argument;
  const details = argument === undefined ? {} : { argument };
  const problems = findings.map((finding) => describeOptionFinding(finding));
  throw new MergeQueueError("invalid_configuration", problems.join("\n"), details);
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
  const { caFile } = config;
  return createApiClient(config, {
    source: "mergequeue",
    clock: context.clock,
    limiter,
    ownsProcess: true,
    ca: caFile === undefined ? undefined : await readAuthorities(context, caFile),
    observe: tellRetries(context),
  });
}

async function readAuthorities(
  { inputFiles, workingDirectory }: CommandContext,
  file: string,
): ReturnType<typeof readCaFile> {
  const path = resolve(workingDirectory, file);
  await inputFiles.add(path);
  return readCaFile(path);
}

/**
 * From here on the first stop signal ends waiting instead of the process.
 * @returns a signal that aborts then
 */
export function watchStop({ catchStop }: Pick<CommandContext, "catchStop">): AbortSignal {
  const stop = new AbortController();
  void catchStop().then(() => {
    stop.abort();
  });
  return stop.signal;
}
