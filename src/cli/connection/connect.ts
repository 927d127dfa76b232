import type { ApiClient, CallOptions } from "../../api/api-client";
import { Deadline } from "../../api/clock";
import type { ClientConfig } from "../../api/configuration/client-config";
import { resolveClientConfig } from "../../api/configuration/client-config";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { OperationOptions } from "../../reconcile/reconciler";
import { Reconciler } from "../../reconcile/reconciler";
import { escapeControl } from "../../text/escape-control";
import type { CommandSession } from "../command-session";
import { createCommandVocabulary, describeOptionFinding } from "./command-vocabulary";
import type { ConnectionOptions } from "./connection-options";
import { toGivenArguments } from "./connection-options";
import { createClient } from "./create-client";
import type { TokenFile } from "./read-token-file";
import { readTokenFile } from "./read-token-file";
import { watchStop } from "./watch-stop";

/** What a command calls the service with. */
export interface Connection {
  readonly api: ApiClient;
  /** Changes settings, with the promises of the provider (promise L-3). */
  readonly reconciler: Reconciler;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal;
  /** How long the command may take in all, in milliseconds. */
  readonly timeoutMs: number;
  /** Limits of one task of the reconciler. */
  readonly taskOptions: OperationOptions;
  /** Makes the limits of one call; time runs from now. */
  readonly startCall: () => CallOptions;
}

/**
 * Prepares calls of the service: options first, then the environment. Connects to nothing yet. From here on a
 * stop signal ends waiting instead of the process.
 * @param defaultTimeoutMs - how long the command takes unless `--timeout` says otherwise
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
  const api = await createClient(session, resolveConfig(session, options, file));
  const stopSignal = watchStop(context);
  const timeoutMs = options.timeout ?? defaultTimeoutMs;
  return {
    api,
    reconciler: new Reconciler(api, context.clock),
    stopSignal,
    timeoutMs,
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
