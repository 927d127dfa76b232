import type { Command } from "commander";
import { estimateFromMerges } from "../../foresight/estimate-workload";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { STANDARD_INPUT } from "../files/read-input-file";
import { addEstimate } from "../workload/add-estimate";

const EXAMPLES = `
The command starts no other program: give it the output of git log, one time a
line (%cI or %ct). Every commit on the first-parent line of the target branch
counts as one merge.

Examples:
  $ git log --first-parent --since='60 days' --format=%cI origin/main |
      mergequeue workload from-git --queue github.com/acme/web/main
  $ mergequeue workload from-git times.txt --queue github.com/acme/web/main \\
      --add-to workload.json`;

/** Defines `workload from-git`, which estimates arrivals from the history of the target branch. */
export function defineWorkloadFromGit(command: Command, session: CommandSession): void {
  addExamples(command, EXAMPLES)
    .description("Estimates when pull requests arrive from the times at which changes were merged.")
    .argument("[file]", "the output of git log, - for standard input", STANDARD_INPUT);
  addEstimate(command, session, "The output of git log", estimateFromMerges);
}
