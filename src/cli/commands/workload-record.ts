import { type Command, Option } from "commander";
import { estimateFromInterface } from "../../foresight/estimate-workload";
import { SINGLE_MODES, type SingleMode } from "../../foresight/simulated-settings";
import type { QueueIdentity } from "../../queue/queue-identity";
import { DAY_MS } from "../../text/milliseconds";
import { addExamples, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addConnectionOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { type ConnectionOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { parseSince } from "../parse-options";
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
  "The service does not list testing results, so that failures are those of pull requests, and only an import shows test durations.";

const EXAMPLES = `
The command reads which pull requests came to the queue and left it, and when,
and the testing results of the last 45 days, if the service has them. That gives
arrivals, test durations, failure and flake rates and priorities. It then
forecasts the last third of this history from the first two thirds: forecasts
from the workload show how far that was from what happened.

Examples:
  $ mergequeue workload record github.com/acme/web/main --out workload.json
  $ mergequeue workload record github.com/acme/web/main \\
      --since 60d --add-to workload.json`;

export function defineWorkloadRecord(command: Command, session: CommandSession): void {
  const { context } = session;
  addQueueArgument(addExamples(command, EXAMPLES))
    .description(
      "Estimates a workload from a queue's testing results and from the pull requests that came to it and left it.",
    )
    .option(
      "--since <time>",
      `read what was tested and what left the queue since this time: 2026-01-31T08:00:00Z, or 31d ago (${DEFAULT_DAYS}d)`,
      (text) => parseSince(text, context.nowMs()),
    )
    .addOption(
      new Option("--single-mode <mode>", "how mode single works, to backtest the workload")
        .choices(SINGLE_MODES)
        .default("one-at-a-time"),
    );
  addConnectionOptions(addWorkloadOutputOptions(command), WRITE_TIMEOUT.text).action(
    async (queue: QueueIdentity, options: RecordOptions) => {
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
      // Some parameters alone make no forecast.
      if (only !== undefined) {
        await writeWorkload(session, estimated, options);
        return;
      }
      // What a history cannot show, such as CI slots, comes from the file of --add-to.
      const before = addTo === undefined ? undefined : await readWorkloadFile(context, addTo);
      // Other commands start faster without the engine.
      const { addBacktest } = await import("../workload/add-backtest");
      const { stopSignal } = connection;
      const tested = await addBacktest(estimated, history, {
        ...{ queue, singleMode, settings, before, stopSignal, context },
      });
      await writeWorkload(session, tested, options);
    },
  );
}

interface RecordOptions extends ConnectionOptions, WorkloadOutputOptions {
  readonly since?: string;
  readonly singleMode: SingleMode;
}
