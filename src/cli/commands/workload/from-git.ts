import type { Command } from "commander";
import { estimateFromMerges } from "../../../foresight/workload/estimate-workload";
import { readMergeTimes } from "../../../foresight/workload/history/read-merge-times";
import { parseQueueId } from "../../../queue/parse-queue-id";
import { type QueueIdentity } from "../../../queue/queue-identity";
import { EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { nameFileInError, readInputFile, STANDARD_INPUT } from "../../files/read-input-file";
import {
  addWorkloadOutputOptions,
  refuseContradiction,
  type WorkloadOutputOptions,
} from "../../workload/workload-options";
import { requireWritable, writeWorkload } from "../../workload/write-workload";

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

/** Defines `workload from-git`, which estimates arrivals from the history of the target branch. */
export function defineWorkloadFromGit(command: Command, session: CommandSession): void {
  command
    .description("Estimates when pull requests arrive from the times at which changes were merged.")
    .argument("[file]", "the output of git log, - for standard input", STANDARD_INPUT)
    .requiredOption("--queue <queue>", "the queue's id, host/owner/name/branch", parseQueueId);
  addWorkloadOutputOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: GitOptions) => {
      refuseContradiction(command, options);
      await requireWritable(session.context, options);
      const text = await readInputFile(session.context, file, "The output of git log", "invalid_workload");
      const estimated = nameFileInError(file, () => estimateFromMerges(options.queue, readMergeTimes(text)));
      await writeWorkload(session, estimated, options);
    });
}

/** What the command line says. */
interface GitOptions extends WorkloadOutputOptions {
  readonly queue: QueueIdentity;
}
