import type { Command } from "commander";
import { printWorkload } from "../../report/print-workload";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { createView } from "../print/create-view";
import { readWorkloadFile } from "../workload/read-workload-file";

const EXAMPLES = `
Examples:
  $ mergequeue workload show workload.json`;

export function defineWorkloadShow(command: Command, { context, write }: CommandSession): void {
  addExamples(command, EXAMPLES)
    .description("Checks a workload file and shows its estimates, their intervals, sources and caveats.")
    .argument("<file>", "the workload file, - for standard input")
    .action(async (file: string) => {
      write(printWorkload(await readWorkloadFile(context, file), createView(context)));
    });
}
