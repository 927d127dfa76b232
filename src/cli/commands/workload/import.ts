import type { Command } from "commander";
import { estimateFromCiRuns } from "../../../foresight/workload/estimate-workload";
import { parseQueueId } from "../../../queue/parse-queue-id";
import { type QueueIdentity } from "../../../queue/queue-identity";
import { EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { nameFileInError, readInputFile } from "../../files/read-input-file";
import {
  addWorkloadOutputOptions,
  refuseContradiction,
  type WorkloadOutputOptions,
} from "../../workload/workload-options";
import { requireWritable, writeWorkload } from "../../workload/write-workload";

const EXAMPLES = `
The file has one row for each run, with the columns queued, started, finished and
conclusion, or what common exports call them: created_at, run_started_at,
updated_at. With head_sha, runs of the same commit show flaky tests. With
changes, the number of changes that a run tests, a batch does not count as one
change.

Examples:
  $ mergequeue workload import runs.csv --queue github.com/acme/web/main \\
      --out workload.json
  $ mergequeue workload import runs.csv --queue github.com/acme/web/main \\
      --only testMinutes --add-to workload.json
${EXIT_HELP}`;

/** Defines `workload import`, which estimates a workload from a CSV file of CI runs. */
export function defineWorkloadImport(command: Command, session: CommandSession): void {
  command
    .description(
      "Estimates test durations, arrivals, failure rate and flake rate from a CSV file of the CI runs of one queue.",
    )
    .argument("<file>", "the CSV file, - for standard input")
    .requiredOption("--queue <queue>", "the queue's id, host/owner/name/branch", parseQueueId);
  addWorkloadOutputOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: ImportOptions) => {
      refuseContradiction(command, options);
      await requireWritable(session.context, options);
      const text = await readInputFile(session.context, file, "The CSV file", "invalid_workload");
      // Only this command needs a CSV parser.
      const { readCiRuns } = await import("../../../foresight/workload/history/read-ci-runs");
      const estimated = nameFileInError(file, () => estimateFromCiRuns(options.queue, readCiRuns(text)));
      await writeWorkload(session, estimated, options);
    });
}

/** What the command line says. */
interface ImportOptions extends WorkloadOutputOptions {
  readonly queue: QueueIdentity;
}
