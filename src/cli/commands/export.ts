import { type Command, Option } from "commander";
import type { ExportOptions } from "../actions/export-queues";
import { addFleetConnectionOptions, EXIT_HELP, refuseSharedInput } from "../command-options";
import type { CommandSession } from "../command-session";
import { WRITE_TIMEOUT } from "../connection/connection-options";
import { EXPORT_FORMATS } from "../export/print-comment";

const EXAMPLES = `
A setting that is left out of the code is not managed: it is never changed.
A file of ids has one id a line, or is a JSON array.

Examples:
  $ mergequeue export github.com/acme/web/main > main.ts
  $ mergequeue export --from queues.txt --format hcl > queues.tf
  $ mergequeue export --from queues.txt --format import-blocks > imports.tf
  $ terraform show -json tfplan | mergequeue export --declared-in - > imports.tf
  $ mergequeue export --from queues.txt --defaults-from github.com/acme/new/main
${EXIT_HELP}`;

/** Adds `export`, which writes live queues as code. */
export function addExportCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("export")
    .summary("write live queues as code")
    .description(
      "Writes live queues as code. A plan of this code imports the queues and changes nothing. The command itself changes " +
        "nothing either.",
    )
    .argument("[queues...]", "ids of queues, host/owner/name/branch")
    .option(
      "--from <file>",
      "instead of ids: file with one a line, or a JSON array of them; - for standard input",
    )
    .addOption(
      new Option(
        "--declared-in <plan>",
        "instead of ids: write import blocks for the existing ones of the queues that a plan (terraform show -json) creates or the directory of one stack declares; - for standard input",
      ).implies({ format: "import-blocks" }),
    )
    .addOption(
      new Option(
        "--format <format>",
        "what to write; typescript imports what the project uses, cdktf or cdktn",
      )
        .choices(EXPORT_FORMATS)
        .default("typescript"),
    )
    .option("--minimal", "leave out settings with the values that new queues are assumed to have")
    .option("--defaults-from <queue>", "leave out settings with the same values as in this queue")
    .option("--required-statuses", "also declare required statuses, instead of suggesting them in a comment")
    .option("--additional-settings", "also declare settings that this version does not know");
  addFleetConnectionOptions(command, WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (ids: readonly string[], options: ExportOptions) => {
      const { from, declaredIn, format } = options;
      const sources = [ids.length > 0, from !== undefined, declaredIn !== undefined];
      if (sources.filter(Boolean).length !== 1) {
        command.error("Name the queues in one way only: by their ids, with --from, or with --declared-in.");
      }
      refuseSharedInput(command, "--from", from, options);
      refuseSharedInput(command, "--declared-in", declaredIn, options);
      if (declaredIn === undefined) {
        const { exportQueues } = await import("../actions/export-queues");
        await exportQueues(session, ids, options);
      } else {
        if (format !== "import-blocks") command.error("--declared-in writes import blocks only.");
        const { exportImports } = await import("../actions/export-queues");
        await exportImports(session, declaredIn, options);
      }
    });
}
