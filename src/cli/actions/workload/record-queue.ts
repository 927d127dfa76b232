import type { History } from "../../../foresight/backtest/split-history";
import type { SingleMode } from "../../../foresight/drive/replication";
import {
  type EstimatedWorkload,
  estimateFromInterface,
  estimateFromRecording,
} from "../../../foresight/workload/estimate-workload";
import { hasErrorCode, MergeQueueError } from "../../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../../queue/queue-identity";
import { toQueueReference } from "../../../reconcile/read-queue";
import { escapeControl } from "../../../text/escape-control";
import { formatDuration } from "../../../text/format-duration";
import { quote } from "../../../text/quote";
import { type CommandContext, type CommandSession, EXIT_STATUS } from "../../command-session";
import { type Connection, connect } from "../../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../../connection/connection-options";
import { listConclusions } from "../../workload/list-conclusions";
import { readWorkloadFile } from "../../workload/read-workload-file";
import { toRecordedSettings } from "../../workload/recorded-settings";
import { RECORDING_DEFAULTS } from "../../workload/recording-defaults";
import { openRecordingFile, type RecordingFile } from "../../workload/recording-file";
import { watchQueue } from "../../workload/watch-queue";
import type { WorkloadOutputOptions } from "../../workload/workload-options";
import { requireWritable, writeWorkload } from "../../workload/write-workload";

/** What the command line says. */
export interface RecordOptions extends ConnectionOptions, WorkloadOutputOptions {
  /** ISO 8601. */
  readonly since?: string;
  /** Path. */
  readonly recording?: string;
  /** Milliseconds. */
  readonly for?: number;
  /** Milliseconds. */
  readonly every?: number;
  readonly singleMode: SingleMode;
}

const DAY_MS = 86_400_000;

/** Estimates a workload from what the service shows of a queue. */
export async function recordQueue(
  session: CommandSession,
  queue: QueueIdentity,
  options: RecordOptions,
): Promise<void> {
  const { context } = session;
  await requireWritable(context, options);
  const connection = await connect(session, options, WRITE_TIMEOUT.ms);
  const { recording: path } = options;
  const since =
    options.since ?? new Date(context.nowMs() - RECORDING_DEFAULTS.sinceDays * DAY_MS).toISOString();
  if (path === undefined) {
    const { conclusions, notes } = await listConclusions(connection, queue, since, context.nowMs());
    const estimated = estimateFromInterface(queue, conclusions, context.nowMs());
    await writeWorkload(session, addNotes(estimated, notes), options);
    return;
  }
  const file = await openRecordingFile(session, path, queue);
  try {
    // Watching takes weeks; that the workload cannot be written should not be known only then.
    await requireWritable(context, options);
    const before = await listConclusions(connection, queue, since, context.nowMs());
    await watch(context, connection, queue, file, options);
    const isStopped = connection.stopSignal.aborted;
    // After Ctrl-C there are no further calls.
    const { conclusions, notes } = isStopped
      ? before
      : await listConclusions(connection, queue, since, context.nowMs());
    if (isStopped) session.finish(EXIT_STATUS.interrupted);
    const recording = await file.read();
    try {
      const estimated = addNotes(estimateFromRecording(queue, recording, conclusions), notes);
      const history = { recording, listed: conclusions };
      await writeWorkload(session, await backtest(context, queue, estimated, history, options), options);
    } catch (error) {
      if (!hasErrorCode(error, "history_too_small")) throw error;
      const failure = explainKept(error, path);
      if (!isStopped) throw failure;
      context.writeError(escapeControl(`${failure.message}\n`));
    }
  } finally {
    await file.close();
  }
}

/** Backtests a workload. What a history cannot show, such as CI slots, comes from the file of `--add-to`. */
async function backtest(
  context: CommandContext,
  queue: QueueIdentity,
  estimated: EstimatedWorkload,
  history: History,
  { only, addTo, singleMode }: RecordOptions,
): Promise<EstimatedWorkload> {
  // Some parameters alone make no forecast.
  if (only !== undefined) return estimated;
  const before = addTo === undefined ? undefined : await readWorkloadFile(context, addTo);
  // Other commands start faster without the engine.
  const { addBacktest } = await import("../../workload/add-backtest");
  return addBacktest(estimated, history, { queue, singleMode, before });
}

function addNotes({ workload, notes }: EstimatedWorkload, more: readonly string[]): EstimatedWorkload {
  return { workload, notes: [...more, ...notes] };
}

function explainKept({ code, message, details }: MergeQueueError, path: string): MergeQueueError {
  const advice = `The recording ${quote(path)} is kept: run the same command again to continue it.`;
  return new MergeQueueError(code, `${message}\n${advice}`, details);
}

async function watch(
  { clock, nowMs, writeError, writeNote }: CommandContext,
  { api, startCall, stopSignal }: Connection,
  queue: QueueIdentity,
  { append }: RecordingFile,
  { for: forMs = Number.POSITIVE_INFINITY, every: everyMs = RECORDING_DEFAULTS.everyMs }: RecordOptions,
): Promise<void> {
  const reference = toQueueReference(queue);
  const until = forMs === Number.POSITIVE_INFINITY ? "" : ` for ${formatDuration(forMs)}`;
  writeNote(
    escapeControl(
      `Watching queue ${formatQueueId(queue)} every ${formatDuration(everyMs)}${until}. Press Ctrl-C to stop.\n`,
    ),
  );
  await watchQueue({
    queue,
    read: async () => {
      const { enqueuedPullRequests: pullRequests = [], ...record } = await api.call(
        "getQueue",
        reference,
        startCall(),
      );
      return { pullRequests, settings: toRecordedSettings(record) };
    },
    lookUp: async (number) => {
      try {
        return await api.call("getSubmittedPullRequest", { ...reference, pr: { number } }, startCall());
      } catch (error) {
        if (hasErrorCode(error, "not_found")) return undefined;
        throw error;
      }
    },
    append,
    clock,
    nowMs,
    everyMs,
    forMs,
    stopSignal,
    onFailure: (message) => {
      writeError(
        escapeControl(`Warning: ${message}\nNothing is recorded until the service responds again.\n`),
      );
    },
  });
}
