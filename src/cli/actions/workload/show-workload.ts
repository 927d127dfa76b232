import type { CommandSession } from "../../command-session";
import { createView } from "../../print/view";
import { printWorkload } from "../../workload/print-workload";
import { readWorkloadFile } from "../../workload/read-workload-file";

/** Prints a workload with its sources and caveats. */
export async function showWorkload(session: CommandSession, file: string): Promise<void> {
  const workload = await readWorkloadFile(session.context, file);
  session.write(printWorkload(workload, createView(session.context)));
}
