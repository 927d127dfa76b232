import type { Workload } from "../../foresight/workload";
import { type InputContext, nameFileInError, readInputFile } from "../files/read-input-file";

const MAX_BYTES = 64 * 1024 * 1024;

/** Reads a workload file or, for `-`, standard input. @throws MergeQueueError `invalid_workload` */
export async function readWorkloadFile(context: InputContext, file: string): Promise<Workload> {
  const kind = { what: "The workload", code: "invalid_workload", maxBytes: MAX_BYTES } as const;
  const text = await readInputFile(context, file, kind);
  // Schemas are slow to load.
  const { parseWorkload } = await import("../../foresight/workload-file");
  return nameFileInError(file, () => parseWorkload(text));
}
