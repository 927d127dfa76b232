import { type Command, InvalidArgumentError, Option } from "commander";
import type { QueueIdentity } from "../../../queue/queue-identity";
import { tryParseDurationMs } from "../../../text/parse-duration";
import type { RecordOptions } from "../../actions/workload/record-queue";
import { addConnectionOptions, addQueueArgument, EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { WRITE_TIMEOUT } from "../../connection/connection-options";
import { parseNonEmpty, parseSince } from "../../parse-arguments";
import { SINGLE_MODES } from "../../simulate/simulate-choices";
import { RECORDING_DEFAULTS } from "../../workload/recording-defaults";
import { addWorkloadOutputOptions, refuseContradiction } from "../../workload/workload-options";

const DAY_MS = 86_400_000;

const EVERY_LIMITS_MS = { min: 1_000, max: 3_600_000 } as const;

const EXAMPLES = `
Without --recording, the command reads which pull requests left the queue, and
when. That gives a failure rate, priorities and a rough idea of arrivals, but no
test durations. With --recording it also watches the queue until Ctrl-C or the
end of --for, and appends what it sees to the file: arrivals and test durations
become known after some two weeks. Start it again with the same file at any
time.

Examples:
  $ mergequeue workload record github.com/acme/web/main --out workload.json
  $ mergequeue workload record github.com/acme/web/main \\
      --recording web-main.jsonl --for 14d --out workload.json
${EXIT_HELP}`;

/** Adds `record` to `workload`, which estimates a workload from what the service shows of a queue. */
export function addWorkloadRecordCommand(parent: Command, session: CommandSession): void {
  const command = addQueueArgument(parent.command("record"))
    .summary("estimate a workload from the service, or watch a queue for it")
    .description(
      "Estimates a workload from the pull requests that left a queue and, with --recording, from watching it.",
    )
    .option(
      "--since <time>",
      `read pull requests that left the queue since this time: 2026-01-31T08:00:00Z, or 31d ago (${RECORDING_DEFAULTS.sinceDays}d)`,
      (text) => parseSince(text, session.context.nowMs()),
    )
    .option(
      "--recording <file>",
      "watch the queue, and append what is seen to this file",
      parseNonEmpty("a file"),
    )
    .option("--for <duration>", "watch for this long, such as 8h or 14d (until Ctrl-C)", parseWatchTime)
    .addOption(
      new Option("--single-mode <mode>", "how mode single works, to backtest the recording")
        .choices(SINGLE_MODES)
        .default("one-at-a-time"),
    )
    .option(
      "--every <duration>",
      `look this often, 1s to 1h (${RECORDING_DEFAULTS.everyMs / 1000}s)`,
      parseInterval,
    );
  addConnectionOptions(addWorkloadOutputOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, options: RecordOptions) => {
      refuseContradiction(command, options);
      if (options.recording === undefined && (options.for ?? options.every) !== undefined) {
        command.error("--for and --every need --recording.");
      }
      const { recordQueue } = await import("../../actions/workload/record-queue");
      await recordQueue(session, queue, options);
    });
}

function parseWatchTime(text: string): number {
  const ms = /^\d{1,3}d$/.test(text) ? Number.parseInt(text, 10) * DAY_MS : tryParseDurationMs(text);
  if (ms !== undefined && ms > 0) return ms;
  throw new InvalidArgumentError('It must be a duration such as "90m", "8h" or "14d".');
}

function parseInterval(text: string): number {
  const ms = tryParseDurationMs(text);
  if (ms !== undefined && ms >= EVERY_LIMITS_MS.min && ms <= EVERY_LIMITS_MS.max) return ms;
  throw new InvalidArgumentError('It must be a duration from "1s" to "1h".');
}
