import type { Command } from "commander";
import { parseQueueId } from "../../../queue/queue-identity";
import type { GitOptions } from "../../actions/workload/estimate-from-git";
import { EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { STANDARD_INPUT } from "../../files/read-input-file";
import { addWorkloadOutputOptions, refuseContradiction } from "../../workload/workload-options";

const EXAMPLES = `
The command starts no other program: give it the output of git log, one time a
line (%cI or %ct). Every commit on the first-parent line of the target branch
counts as one merge.

Examples:
  $ git log --first-parent --since='60 days' --format=%cI origin/main |
      mergequeue workload from-git --queue github.com/acme/web/main
  $ mergequeue workload from-git times.txt --queue github.com/acme/web/main \\
      --add-to workload.json
${EXIT_HELP}`;

/** Adds `from-git` to `workload`, which estimates arrivals from the history of the target branch. */
export function addWorkloadFromGitCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("from-git")
    .summary("estimate arrivals from the history of the target branch")
    .description("Estimates when pull requests arrive from the times at which changes were merged.")
    .argument("[file]", "the output of git log, - for standard input", STANDARD_INPUT)
    .requiredOption("--queue <queue>", "the queue's id, host/owner/name/branch", parseQueueId);
  addWorkloadOutputOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: GitOptions) => {
      refuseContradiction(command, options);
      const { estimateFromGit } = await import("../../actions/workload/estimate-from-git");
      await estimateFromGit(session, file, options);
    });
}
