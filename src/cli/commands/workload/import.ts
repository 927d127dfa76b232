import type { Command } from "commander";
import { parseQueueId } from "../../../queue/queue-identity";
import type { ImportOptions } from "../../actions/workload/import-runs";
import { EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { addWorkloadOutputOptions, refuseContradiction } from "../../workload/workload-options";

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

/** Adds `import` to `workload`, which estimates a workload from a CSV file of CI runs. */
export function addWorkloadImportCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("import")
    .summary("estimate a workload from a CSV file of CI runs")
    .description(
      "Estimates test durations, arrivals, failure rate and flake rate from a CSV file of the CI runs of one queue.",
    )
    .argument("<file>", "the CSV file, - for standard input")
    .requiredOption("--queue <queue>", "the queue's id, host/owner/name/branch", parseQueueId);
  addWorkloadOutputOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: ImportOptions) => {
      refuseContradiction(command, options);
      const { importRuns } = await import("../../actions/workload/import-runs");
      await importRuns(session, file, options);
    });
}
