import { estimateFromCiRuns } from "../../../foresight/workload/estimate-workload";
import type { QueueIdentity } from "../../../queue/queue-identity";
import type { CommandSession } from "../../command-session";
import { nameFileInError, readInputFile } from "../../files/read-input-file";
import type { WorkloadOutputOptions } from "../../workload/workload-options";
import { requireWritable, writeWorkload } from "../../workload/write-workload";

/** What the command line says. */
export interface ImportOptions extends WorkloadOutputOptions {
  readonly queue: QueueIdentity;
}

/** Estimates a workload from a CSV file of CI runs. */
export async function importRuns(
  session: CommandSession,
  file: string,
  options: ImportOptions,
): Promise<void> {
  await requireWritable(session.context, options);
  const text = await readInputFile(session.context, file, "The CSV file", "invalid_workload");
  // Only this command needs a CSV parser.
  const { readCiRuns } = await import("../../../foresight/workload/history/read-ci-runs");
  const estimated = nameFileInError(file, () => estimateFromCiRuns(options.queue, readCiRuns(text)));
  await writeWorkload(session, estimated, options);
}
