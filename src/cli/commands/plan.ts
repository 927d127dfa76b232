import { type Command, Option } from "commander";
import type { PlanOptions } from "../actions/plan";
import { addJsonOption } from "../command-options";
import type { CommandSession } from "../command-session";
import { addFleetOptions, createForceOption } from "../fleet/fleet-options";
import { parseLink, parseNonEmpty, parseTitle } from "../parse-arguments";
import { REPORT_FORMATS } from "../report/report-options";
import { addForecastOptions } from "../simulate/forecast-options";

const EXAMPLES = `
The directory is the output of CDK's synth, the directory of one of its stacks,
or any directory with *.tf.json files. Default: cdktf.out if it exists, else the
working directory. Terraform is not needed, and there is no state: repository
and branch identify a queue. Queues that are not declared are never touched.

Examples:
  $ mergequeue plan
  $ mergequeue plan cdktf.out/stacks/queues --only 'github.com/acme/*/main'
  $ mergequeue plan --detailed-exitcode --out plan.json
  $ mergequeue plan --format markdown > comment.md

Exit status:
  0 done; 1 error; 130 interrupted
  2 there are differences (with --detailed-exitcode), or a goal of --require is
    not met`;

/** Adds `plan`, which shows what an apply would change. */
export function addPlanCommand(parent: Command, session: CommandSession): void {
  const formats = new Option(
    "--format <format>",
    "format of the plan, text by default; --json is short for --format json",
  ).choices(["text", ...REPORT_FORMATS]);
  const command = parent
    .command("plan")
    .summary("show the changes that make queues match what stacks declare")
    .description(
      "Compares the queues that synthesized stacks declare with the service, and shows what an apply would change. " +
        "Changes nothing.",
    )
    .argument("[directory]", "the stacks")
    .option("--out <file>", "save the plan for mergequeue apply", parseNonEmpty("a file"))
    .option("--detailed-exitcode", "end with status 2 if there are differences")
    .addOption(formats)
    .option("--destroy", "plan to delete the declared queues")
    .option("--title <text>", "title of a report", parseTitle)
    .option("--link <url>", "address of the full report, for a report that is cut", parseLink)
    .addOption(createForceOption());
  addFleetOptions(addForecastOptions(addJsonOption(command)))
    .addHelpText("after", EXAMPLES)
    .action(async (directory: string | undefined, options: PlanOptions) => {
      if (options.json === true && options.format !== undefined && options.format !== "json") {
        command.error(`--json is short for --format json; leave it out for --format ${options.format}.`);
      }
      // Also for a reader who closes the output early, the exit status says whether there are differences.
      const { plan } = await import("../actions/plan");
      await session.context.holdOut(() => plan(session, directory, options));
    });
}
