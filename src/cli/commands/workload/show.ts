import type { Command } from "commander";
import { EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";
import { createView } from "../../print/create-view";
import { printWorkload } from "../../workload/print-workload";
import { readWorkloadFile } from "../../workload/read-workload-file";

const EXAMPLES = `
Examples:
  $ mergequeue workload show workload.json
${EXIT_HELP}`;

/** Defines `workload show`, which prints a workload with its sources and what to keep in mind. */
export function defineWorkloadShow(command: Command, session: CommandSession): void {
  command
    .description("Checks a workload file and shows its estimates, their intervals, sources and caveats.")
    .argument("<file>", "the workload file, - for standard input")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string) => {
      const workload = await readWorkloadFile(session.context, file);
      session.write(printWorkload(workload, createView(session.context)));
    });
}
