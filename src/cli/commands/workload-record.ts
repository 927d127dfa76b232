import { type Command, InvalidArgumentError, Option } from "commander";
import {
  type EstimatedWorkload,
  estimateFromInterface,
  estimateFromRecording,
} from "../../foresight/estimate-workload";
import type { History } from "../../foresight/history";
import { SINGLE_MODES, type SingleMode } from "../../foresight/simulated-settings";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { escapeControl } from "../../text/escape-control";
import { formatDuration } from "../../text/format-duration";
import { DAY_MS } from "../../text/milliseconds";
import { tryParseDurationMs } from "../../text/parse-duration";
import { quote } from "../../text/quote";
import { addExamples, addQueueArgument } from "../command-options";
import { type CommandContext, type CommandSession, EXIT_STATUS } from "../command-session";
import { addConnectionOptions } from "../connection/add-connection-options";
import { type Connection, connect, writeWarnings } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { parseFile, parseSince } from "../parse-options";
import { listConclusions } from "../workload/list-conclusions";
import { listTestRuns } from "../workload/list-test-runs";
import { readWorkloadFile } from "../workload/read-workload-file";
import { openRecordingFile, type RecordingFile } from "../workload/recording-file";
import { pickSimulatedSettings } from "../workload/resolve-settings";
import { watchQueue } from "../workload/watch-queue";
import {
  addWorkloadOutputOptions,
  refuseContradiction,
  requireWritable,
  type WorkloadOutputOptions,
  writeWorkload,
} from "../workload/write-workload";

const DEFAULT_DAYS = 31;

const DEFAULT_EVERY_MS = 30_000;

const NO_RESULTS =
  "The service does not list testing results, so that failures are those of pull requests, and only a recording or an import shows test durations.";

const EXAMPLES = `
Without --recording, the command reads which pull requests left the queue, and
when, and the testing results of the last 45 days, if the service has them. That
gives test durations, failure and flake rates, priorities and a rough idea of
arrivals. With --recording it also watches the queue until Ctrl-C or the end of
--for, and appends what it sees to the file: arrivals, and test durations if the
service has no results, become known after some two weeks. Start it again with
the same file at any time.

Examples:
  $ mergequeue workload record github.com/acme/web/main --out workload.json
  $ mergequeue workload record github.com/acme/web/main \\
      --recording web-main.jsonl --for 14d --out workload.json`;

/** Defines `workload record`, which estimates a workload from what the service shows of a queue. */
export function defineWorkloadRecord(command: Command, session: CommandSession): void {
  const { context } = session;
  addQueueArgument(addExamples(command, EXAMPLES))
    .description(
      "Estimates a workload from a queue's testing results, from the pull requests that left it and, with --recording, from watching it.",
    )
    .option(
      "--since <time>",
      `read what was tested and what left the queue since this time: 2026-01-31T08:00:00Z, or 31d ago (${DEFAULT_DAYS}d)`,
      (text) => parseSince(text, context.nowMs()),
    )
    .option("--recording <file>", "watch the queue, and append what is seen to this file", parseFile)
    .option("--for <duration>", "watch for this long, such as 8h or 14d (until Ctrl-C)", parseWatchTime)
    .addOption(
      new Option("--single-mode <mode>", "how mode single works, to backtest the recording")
        .choices(SINGLE_MODES)
        .default("one-at-a-time"),
    )
    .option("--every <duration>", `look this often, 1s to 1h (${DEFAULT_EVERY_MS / 1000}s)`, parseInterval);
  addConnectionOptions(addWorkloadOutputOptions(command), WRITE_TIMEOUT.text).action(
    async (queue: QueueIdentity, options: RecordOptions) => {
      refuseContradiction(command, options);
      const { recording: path } = options;
      if (path === undefined && (options.for ?? options.every) !== undefined) {
        command.error("--for and --every need --recording.");
      }
      await requireWritable(context, options);
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      const { nowMs } = context;
      const since = options.since ?? new Date(nowMs() - DEFAULT_DAYS * DAY_MS).toISOString();
      const list: Watched["list"] = async () => {
        const {
          conclusions: listed,
          notes,
          ...known
        } = await listConclusions(connection, queue, since, nowMs());
        const runs = await listTestRuns(connection, queue, { ...known, since, nowMs: nowMs() });
        return { listed, runs, notes: runs === undefined ? [...notes, NO_RESULTS] : notes };
      };
      if (path === undefined) {
        const { listed, runs, notes } = await list();
        const estimated = estimateFromInterface(queue, listed, nowMs(), runs);
        await writeWorkload(session, addNotes(estimated, notes), options);
        return;
      }
      const file = await openRecordingFile(session, path, queue);
      try {
        await record(session, { connection, queue, file, list }, { ...options, recording: path });
      } finally {
        await file.close();
      }
    },
  );
}

interface Watched {
  readonly connection: Connection;
  readonly queue: QueueIdentity;
  readonly file: RecordingFile;
  readonly list: () => Promise<Omit<History, "recording"> & { readonly notes: readonly string[] }>;
}

async function record(
  session: CommandSession,
  { connection, queue, file, list }: Watched,
  options: RecordOptions & { readonly recording: string },
): Promise<void> {
  const { context } = session;
  // Watching takes weeks; that the workload cannot be written should not be known only then.
  await requireWritable(context, options);
  const before = await list();
  await watch(context, { connection, queue, file }, options);
  const isStopped = connection.stopSignal.aborted;
  // After Ctrl-C there are no further calls.
  const { notes, ...lists } = isStopped ? before : await list();
  if (isStopped) session.finish(EXIT_STATUS.interrupted);
  const history = { recording: await file.read(), ...lists };
  try {
    const estimated = addNotes(estimateFromRecording(queue, history), notes);
    const { only, addTo, singleMode } = options;
    // Some parameters alone make no forecast.
    if (only !== undefined) {
      await writeWorkload(session, estimated, options);
      return;
    }
    // What a history cannot show, such as CI slots, comes from the file of --add-to.
    const known = addTo === undefined ? undefined : await readWorkloadFile(context, addTo);
    // Other commands start faster without the engine.
    const { addBacktest } = await import("../workload/add-backtest");
    const tested = await addBacktest(estimated, history, { queue, singleMode, before: known });
    await writeWorkload(session, tested, options);
  } catch (error) {
    if (!hasErrorCode(error, "history_too_small")) throw error;
    const advice = `The recording ${quote(options.recording)} is kept: run the same command again to continue it.`;
    const message = `${error.message}\n${advice}`;
    if (!isStopped) throw new MergeQueueError(error.code, message, error.details);
    context.writeError(escapeControl(`${message}\n`));
  }
}

function parseWatchTime(text: string): number {
  const ms = /^\d{1,3}d$/.test(text) ? Number.parseInt(text, 10) * DAY_MS : tryParseDurationMs(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new InvalidArgumentError('It must be a duration such as "90m", "8h" or "14d".');
}

function parseInterval(text: string): number {
  const ms = tryParseDurationMs(text);
  if (ms !== undefined && ms >= 1_000 && ms <= 3_600_000) return ms;
  throw new InvalidArgumentError('It must be a duration from "1s" to "1h".');
}

/** Durations are in milliseconds. */
interface RecordOptions extends ConnectionOptions, WorkloadOutputOptions {
  readonly since?: string;
  readonly recording?: string;
  readonly for?: number;
  readonly every?: number;
  readonly singleMode: SingleMode;
}

function addNotes({ workload, notes }: EstimatedWorkload, more: readonly string[]): EstimatedWorkload {
  return { workload, notes: [...more, ...notes] };
}

async function watch(
  { clock, nowMs, writeError, writeNote }: CommandContext,
  { connection: { api, startCall, stopSignal }, queue, file: { append } }: Omit<Watched, "list">,
  { for: forMs = Number.POSITIVE_INFINITY, every: everyMs = DEFAULT_EVERY_MS }: RecordOptions,
): Promise<void> {
  const reference = toQueueReference(queue);
  const until = forMs === Number.POSITIVE_INFINITY ? "" : ` for ${formatDuration(forMs)}`;
  const what = `Watching queue ${formatQueueId(queue)} every ${formatDuration(everyMs)}${until}`;
  writeNote(escapeControl(`${what}. Press Ctrl-C to stop.\n`));
  await watchQueue({
    ...{ queue, append, clock, nowMs, everyMs, forMs, stopSignal },
    read: async () => {
      const response = await api.call("getQueue", reference, startCall());
      const { enqueuedPullRequests: pullRequests = [], ...settings } = response;
      return { pullRequests, settings: pickSimulatedSettings(settings) };
    },
    lookUp: async (number) => {
      const request = { ...reference, pr: { number } };
      return api.call("getSubmittedPullRequest", request, startCall()).catch((error: unknown) => {
        if (!hasErrorCode(error, "not_found")) throw error;
        return undefined;
      });
    },
    onFailure: (message) => {
      writeWarnings({ writeError }, [`${message}\nNothing is recorded until the service responds again.`]);
    },
  });
}
