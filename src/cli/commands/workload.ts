import { type Command, Option } from "commander";
import {
  type EstimatedWorkload,
  estimateFromCiRuns,
  estimateFromInterface,
  estimateFromMerges,
} from "../../foresight/estimate-workload";
import { SINGLE_MODES, type SingleMode } from "../../foresight/simulated-settings";
import { parseQueueId } from "../../queue/parse-queue-id";
import type { QueueIdentity } from "../../queue/queue-identity";
import { printWorkload } from "../../report/print-workload";
import { DAY_MS } from "../../text/milliseconds";
import { addExamples, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addConnectionOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { nameFileInError, readInputFile, STANDARD_INPUT } from "../files/read-input-file";
import { parseSince } from "../parse-options";
import { createView } from "../print/create-view";
import { listConclusions } from "../workload/list-conclusions";
import { listTestRuns } from "../workload/list-test-runs";
import { readWorkloadFile } from "../workload/read-workload-file";
import {
  addWorkloadOutputOptions,
  refuseContradiction,
  requireWritable,
  type WorkloadOutputOptions,
  writeWorkload,
} from "../workload/write-workload";

const DEFAULT_DAYS = 31;

const NO_RESULTS =
  "The service does not list testing results. The failure rate therefore counts failed pull requests. For test durations, use mergequeue workload import.";

const RECORD_EXAMPLES = `
The command reads when pull requests entered and left the queue, and the testing
results of the last 45 days, if the service has them. From these it estimates
arrivals, test durations, failure and flake rates, and priorities. As a
backtest, it forecasts the last third of this history from the first two thirds.
Forecasts with this workload then show the backtest's error.

Examples:
  $ mergequeue workload record github.com/acme/web/main --out workload.json
  $ mergequeue workload record github.com/acme/web/main \\
      --since 60d --add-to workload.json`;

export function defineWorkloadRecord(command: Command, session: CommandSession): void {
  const { context } = session;
  addQueueArgument(addExamples(command, RECORD_EXAMPLES))
    .description("Estimates a workload from a queue's testing results and its history of pull requests.")
    .option(
      "--since <time>",
      `read test runs and pull requests since this time or age, such as 2026-01-31T08:00:00Z or 31d (default: ${DEFAULT_DAYS}d)`,
      (text) => parseSince(text, context.nowMs()),
    )
    .addOption(
      new Option("--single-mode <mode>", "how tests run in mode single, for the backtest")
        .choices(SINGLE_MODES)
        .default("one-at-a-time"),
    );
  addConnectionOptions(addWorkloadOutputOptions(command), WRITE_TIMEOUT.text);
  command.action(async (queue: QueueIdentity, options: RecordOptions) => {
    refuseContradiction(command, options);
    await requireWritable(context, options);
    const connection = await connect(session, options, WRITE_TIMEOUT.ms);
    const nowMs = context.nowMs();
    const since = options.since ?? new Date(nowMs - DEFAULT_DAYS * DAY_MS).toISOString();
    const { settings, notes, ...listed } = await listConclusions(connection, queue, since, nowMs);
    const { testingTimeoutMinutes: timeoutMinutes = 0 } = settings;
    const runs = await listTestRuns(connection, queue, { timeoutMinutes, since, nowMs });
    const history = { ...listed, runs };
    const estimate = estimateFromInterface(queue, history, nowMs);
    const more = runs === undefined ? [...notes, NO_RESULTS] : notes;
    const estimated = { ...estimate, notes: [...more, ...estimate.notes] };
    const { only, addTo, singleMode } = options;
    // A backtest needs all parameters.
    if (only !== undefined) {
      await writeWorkload(session, estimated, options);
      return;
    }
    // The file of --add-to may have parameters that no history shows, such as CI slots.
    const before = addTo === undefined ? undefined : await readWorkloadFile(context, addTo);
    // Other commands start faster without the engine.
    const { addBacktest } = await import("../workload/add-backtest");
    const { stopSignal } = connection;
    const tested = await addBacktest(estimated, history, {
      ...{ queue, singleMode, settings, before, stopSignal, context },
    });
    await writeWorkload(session, tested, options);
  });
}

interface RecordOptions extends ConnectionOptions, WorkloadOutputOptions {
  readonly since?: string;
  readonly singleMode: SingleMode;
}

const IMPORT_EXAMPLES = `
The file has one row per run, with the columns queued, started, finished and
conclusion. The common names created_at, run_started_at and updated_at work
too. If there is a column head_sha, runs of the same commit show flaky tests. A
column named changes says how many changes each run tests, so that a batch does
not count as one change.

Examples:
  $ mergequeue workload import runs.csv --queue github.com/acme/web/main \\
      --out workload.json
  $ mergequeue workload import runs.csv --queue github.com/acme/web/main \\
      --only testMinutes --add-to workload.json`;

const GIT_EXAMPLES = `
The command does not run git. Give it the output of git log with one timestamp
per line (%cI or %ct). Every commit on the first-parent line of the target
branch counts as one merge.

Examples:
  $ git log --first-parent --since='60 days' --format=%cI origin/main |
      mergequeue workload from-git --queue github.com/acme/web/main
  $ mergequeue workload from-git times.txt --queue github.com/acme/web/main \\
      --add-to workload.json`;

export function defineWorkloadImport(command: Command, session: CommandSession): void {
  addExamples(command, IMPORT_EXAMPLES)
    .description(
      "Estimates test durations, arrivals, failure rate and flake rate from a CSV file of the CI runs of one queue.",
    )
    .argument("<file>", "the CSV file, - for standard input");
  addEstimate(command, session, "The CSV file", estimateFromCiRuns);
}

export function defineWorkloadFromGit(command: Command, session: CommandSession): void {
  addExamples(command, GIT_EXAMPLES)
    .description("Estimates the arrivals of pull requests from the times at which changes were merged.")
    .argument("[file]", "the output of git log, - for standard input", STANDARD_INPUT);
  addEstimate(command, session, "The output of git log", estimateFromMerges);
}

function addEstimate(
  command: Command,
  session: CommandSession,
  what: string,
  estimate: (queue: QueueIdentity, text: string) => EstimatedWorkload,
): void {
  command.requiredOption("--queue <queue>", "the queue's id, host/owner/name/branch", parseQueueId);
  addWorkloadOutputOptions(command);
  command.action(async (file: string, options: WorkloadOutputOptions & { readonly queue: QueueIdentity }) => {
    refuseContradiction(command, options);
    await requireWritable(session.context, options);
    const text = await readInputFile(session.context, file, { what, code: "invalid_workload" });
    const estimated = nameFileInError(file, () => estimate(options.queue, text));
    await writeWorkload(session, estimated, options);
  });
}

const SHOW_EXAMPLES = `
Examples:
  $ mergequeue workload show workload.json`;

export function defineWorkloadShow(command: Command, { context, write }: CommandSession): void {
  addExamples(command, SHOW_EXAMPLES)
    .description("Checks a workload file and shows its estimates, their intervals, sources and caveats.")
    .argument("<file>", "the workload file, - for standard input")
    .action(async (file: string) => {
      write(printWorkload(await readWorkloadFile(context, file), createView(context)));
    });
}
