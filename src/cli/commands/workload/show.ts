import type { Command } from "commander";
import { EXIT_HELP } from "../../command-options";
import type { CommandSession } from "../../command-session";

const EXAMPLES = `
Examples:
  $ mergequeue workload show workload.json
${EXIT_HELP}`;

/** Adds `show` to `workload`, which prints a workload with its sources and what to keep in mind. */
export function addWorkloadShowCommand(parent: Command, session: CommandSession): void {
  parent
    .command("show")
    .summary("show a workload, its sources and their caveats")
    .description("Checks a workload file and shows its estimates, their intervals, sources and caveats.")
    .argument("<file>", "the workload file, - for standard input")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string) => {
      const { showWorkload } = await import("../../actions/workload/show-workload");
      await showWorkload(session, file);
    });
}
