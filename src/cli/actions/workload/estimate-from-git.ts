import { estimateFromMerges } from "../../../foresight/workload/estimate-workload";
import { readMergeTimes } from "../../../foresight/workload/history/read-merge-times";
import type { QueueIdentity } from "../../../queue/queue-identity";
import type { CommandSession } from "../../command-session";
import { nameFileInError, readInputFile } from "../../files/read-input-file";
import type { WorkloadOutputOptions } from "../../workload/workload-options";
import { requireWritable, writeWorkload } from "../../workload/write-workload";

/** What the command line says. */
export interface GitOptions extends WorkloadOutputOptions {
  readonly queue: QueueIdentity;
}

/** Estimates arrivals from the output of `git log`. */
export async function estimateFromGit(
  session: CommandSession,
  file: string,
  options: GitOptions,
): Promise<void> {
  await requireWritable(session.context, options);
  const text = await readInputFile(session.context, file, "The output of git log", "invalid_workload");
  const estimated = nameFileInError(file, () => estimateFromMerges(options.queue, readMergeTimes(text)));
  await writeWorkload(session, estimated, options);
}
