import type { Command } from "commander";
import { estimateFromSnapshots } from "../../../foresight/workload/estimate-workload";
import { requireNotAhead } from "../../../foresight/workload/history/require-not-ahead";
import { hasErrorCode, MergeQueueError } from "../../../queue/merge-queue-error";
import type { QueueIdentity } from "../../../queue/queue-identity";
import { escapeControl } from "../../../text/escape-control";
import { formatDuration } from "../../../text/format-duration";
import { quote } from "../../../text/quote";
import { addConnectionOptions, addQueueArgument, EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { connect } from "../../connection/connect";
import { type ConnectionOptions, READ_TIMEOUT } from "../../connection/connection-options";
import { nameFileInError } from "../../files/read-input-file";
import { parseNonEmpty } from "../../parse-arguments";
import { openLinesFile } from "../../workload/lines-file";
import { readTestDurations } from "../../workload/read-test-durations";
import {
  addWorkloadOutputOptions,
  refuseContradiction,
  type WorkloadOutputOptions,
} from "../../workload/workload-options";
import { requireWritable, writeWorkload } from "../../workload/write-workload";

const EXAMPLES = `
The metrics of a queue are about the last hour. Run the command every hour, for
example as a job of CI: it appends them to the file of snapshots, and estimates
test durations once there are enough, after some two weeks. It needs no process
that watches the queue; workload record and workload import are more exact.

Examples:
  $ mergequeue workload from-metrics github.com/acme/web/main \\
      --snapshots web-main.jsonl --add-to workload.json
${EXIT_HELP}`;

/** Defines `workload from-metrics`, which estimates test durations from the metrics of a queue. */
export function defineWorkloadFromMetrics(command: Command, session: CommandSession): void {
  addQueueArgument(command)
    .description("Estimates how long tests take from the histograms that the service publishes of a queue.")
    .requiredOption(
      "--snapshots <file>",
      "append the metrics of the last hour to this file",
      parseNonEmpty("a file"),
    );
  addConnectionOptions(addWorkloadOutputOptions(command), READ_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, options: FromMetricsOptions) => {
      refuseContradiction(command, options);
      await estimateFromMetrics(session, queue, options);
    });
}

/** What the command line says. */
interface FromMetricsOptions extends ConnectionOptions, WorkloadOutputOptions {
  /** Path. */
  readonly snapshots: string;
}

/** The metrics are about the last hour. A job that runs every hour may be a few minutes early. */
const MIN_DISTANCE_MS = 3_300_000;

/** Estimates test durations from the metrics of a queue. */
async function estimateFromMetrics(
  session: CommandSession,
  queue: QueueIdentity,
  options: FromMetricsOptions,
): Promise<void> {
  const { context } = session;
  const { snapshots: path } = options;
  await requireWritable(context, options);
  const connection = await connect(session, options, READ_TIMEOUT.ms);
  // Schemas are slow to load.
  const { readSnapshots } = await import("../../../foresight/workload/history/duration-snapshots");
  const file = await openLinesFile(session, path, "The file of snapshots", (text) =>
    nameFileInError(path, () => readSnapshots(text, queue)),
  );
  try {
    const nowMs = context.nowMs();
    const lastMs = (await file.read()).at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
    requireNotAhead(lastMs, nowMs, `The last snapshot in ${quote(path)} was taken`);
    const ageMs = nowMs - lastMs;
    if (ageMs < MIN_DISTANCE_MS) context.writeNote(escapeControl(describeOverlap(ageMs)));
    else await file.append([await readTestDurations(connection, queue, new Date(nowMs).toISOString())]);
    await writeWorkload(session, estimateKept(queue, await file.read(), path), options);
  } finally {
    await file.close();
  }
}

function estimateKept(
  queue: QueueIdentity,
  snapshots: Parameters<typeof estimateFromSnapshots>[1],
  path: string,
): ReturnType<typeof estimateFromSnapshots> {
  try {
    return estimateFromSnapshots(queue, snapshots);
  } catch (error) {
    if (!hasErrorCode(error, "history_too_small")) throw error;
    const advice = `The snapshots in ${quote(path)} are kept: run the same command every hour.`;
    throw new MergeQueueError(error.code, `${error.message}\n${advice}`, error.details);
  }
}

function describeOverlap(ageMs: number): string {
  const age = formatDuration(Math.max(0, ageMs));
  return `Note: The last snapshot was taken ${age} ago. Each covers an hour, so none was added.\n`;
}
