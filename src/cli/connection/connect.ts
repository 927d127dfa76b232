import type { ApiClient, CallOptions } from "../../api/api-client";
import { Deadline } from "../../api/clock";
import type { ClientArgument } from "../../api/configuration/client-arguments";
import { toVariableName } from "../../api/configuration/client-arguments";
import type { ClientConfig } from "../../api/configuration/client-config";
import { resolveClientConfig } from "../../api/configuration/client-config";
import { checkToken } from "../../api/configuration/token-rules";
import type { Finding } from "../../queue/finding";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { OperationOptions } from "../../reconcile/reconciler";
import { Reconciler } from "../../reconcile/reconciler";
import { escapeControl } from "../../text/escape-control";
import { quote } from "../../text/quote";
import type { CommandSession } from "../command-session";
import { STANDARD_INPUT } from "../files/read-input-file";
import { OPTION_OF_ARGUMENT, toCommandNames } from "./command-names";
import type { ConnectionOptions } from "./connection-options";
import { createClient } from "./create-client";
import { toGivenArguments } from "./given-arguments";
import { describeMissingArgument, findMissingArguments } from "./missing-arguments";
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
  { context }: CommandSession,
  options: ConnectionOptions,
  file: TokenFile | undefined,
): ClientConfig {
  const { environment, writeError } = context;
  const given = toGivenArguments(options, file?.token);
  const missing = findMissingArguments(given, environment);
  const { config, findings, warnings } = resolveClientConfig(given, environment, missing);
  const fileSource = file === undefined ? undefined : describeTokenFile(options.tokenFile);
  const problems = [
    ...missing.map((argument) => describeMissingArgument(argument)),
    ...findings.map((finding) => describeFinding(finding, file, fileSource)),
  ];
  for (const warning of [...warnings.map(({ message }) => message), file?.warning]) {
    if (warning !== undefined) writeError(escapeControl(`Warning: ${toCommandNames(warning)}\n`));
  }
  if (config === undefined || problems.length > 0) {
    const argument = missing[0] ?? findings[0]?.path[0];
    const details = argument === undefined ? {} : { argument };
    throw new MergeQueueError("invalid_configuration", problems.join("\n"), details);
  }
  return fileSource === undefined ? config : { ...config, tokenSource: fileSource };
}

function describeFinding(
  { path, message }: Finding,
  file: TokenFile | undefined,
  fileSource: string | undefined,
): string {
  const [argument] = path as readonly [ClientArgument?];
  if (argument === "token" && file !== undefined && fileSource !== undefined) {
    return checkToken(file.token, fileSource) ?? message;
  }
  const text = toCommandNames(message);
  const isNamed =
    argument === undefined || argument === "token" || message.startsWith(`${toVariableName(argument)}:`);
  return isNamed ? text : `${OPTION_OF_ARGUMENT[argument]}: ${text}`;
}

/** Answers where a token came from that `--token-file` names. */
export function describeTokenFile(file: string | undefined): string {
  return file === STANDARD_INPUT ? "standard input" : `the file ${quote(file)}`;
}
