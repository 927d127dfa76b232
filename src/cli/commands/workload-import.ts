import type { Command } from "commander";
import { estimateFromCiRuns } from "../../foresight/estimate-workload";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { addEstimate } from "../workload/add-estimate";

const EXAMPLES = `
The file has one row for each run, with the columns queued, started, finished
and conclusion, or what common exports call them: created_at, run_started_at,
updated_at. With head_sha, runs of the same commit show flaky tests. With
changes, the number of changes that a run tests, a batch does not count as one
change.

Examples:
  $ mergequeue workload import runs.csv --queue github.com/acme/web/main \\
      --out workload.json
  $ mergequeue workload import runs.csv --queue github.com/acme/web/main \\
      --only testMinutes --add-to workload.json`;

/** Defines `workload import`, which estimates a workload from a CSV file of CI runs. */
export function defineWorkloadImport(command: Command, session: CommandSession): void {
  addExamples(command, EXAMPLES)
    .description(
      "Estimates test durations, arrivals, failure rate and flake rate from a CSV file of the CI runs of one queue.",
    )
    .argument("<file>", "the CSV file, - for standard input");
  addEstimate(command, session, "The CSV file", estimateFromCiRuns);
}
