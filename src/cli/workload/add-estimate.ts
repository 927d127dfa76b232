import type { Command } from "commander";
import type { EstimatedWorkload } from "../../foresight/estimate-workload";
import { parseQueueId } from "../../queue/parse-queue-id";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { CommandSession } from "../command-session";
import { nameFileInError, readInputFile } from "../files/read-input-file";
import {
  addWorkloadOutputOptions,
  refuseContradiction,
  requireWritable,
  type WorkloadOutputOptions,
  writeWorkload,
} from "./write-workload";

/** Adds the options and the action of a command that estimates a workload from a file. */
export function addEstimate(
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
