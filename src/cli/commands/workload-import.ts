import type { Command } from "commander";
import {
  type EstimatedWorkload,
  estimateFromCiRuns,
  estimateFromMerges,
} from "../../foresight/estimate-workload";
import { parseQueueId } from "../../queue/parse-queue-id";
import type { QueueIdentity } from "../../queue/queue-identity";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { nameFileInError, readInputFile, STANDARD_INPUT } from "../files/read-input-file";
import {
  addWorkloadOutputOptions,
  refuseContradiction,
  requireWritable,
  type WorkloadOutputOptions,
  writeWorkload,
} from "../workload/write-workload";

const IMPORT_EXAMPLES = `
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

const GIT_EXAMPLES = `
The command starts no other program: give it the output of git log, one time a
line (%cI or %ct). Every commit on the first-parent line of the target branch
counts as one merge.

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
    .description("Estimates when pull requests arrive from the times at which changes were merged.")
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
  addWorkloadOutputOptions(command).action(
    async (file: string, options: WorkloadOutputOptions & { readonly queue: QueueIdentity }) => {
      refuseContradiction(command, options);
      await requireWritable(session.context, options);
      const text = await readInputFile(session.context, file, { what, code: "invalid_workload" });
      const estimated = nameFileInError(file, () => estimate(options.queue, text));
      await writeWorkload(session, estimated, options);
    },
  );
}
