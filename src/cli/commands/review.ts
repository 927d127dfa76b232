import { extname } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { hasChanges } from "../../plan/plan";
import { describeStop } from "../../plan/require-safe";
import { FORMATS, type FormatWith, listFormats, toOutput } from "../../report/formats";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { writeOutputFile } from "../files/write-output-file";
import { parseLink, parseTitle } from "../parse-options";
import { createView } from "../print/create-view";
import { readPlanFile } from "../review/read-plan-file";
import {
  addForecastOptions,
  type ForecastOptions,
  hasUnmetGoals,
  tryForecastPlan,
} from "../simulate/forecast-options";

const FORMATS_BY_ENDING = new Map<string, FormatWith<"ending">>(
  listFormats("ending").map((name) => [FORMATS[name].ending, name]),
);

const ENDINGS = [...FORMATS_BY_ENDING.keys()].join(", ");

const EXAMPLES = `
Needs no service and no token. Does not show Terraform's sensitive values.

Examples:
  $ terraform show -json tfplan | mergequeue review -
  $ mergequeue review plan.json --title "Queues of production" \\
      --link https://ci.example.com/run/7 > comment.md
  $ mergequeue review plan.json --format html --out report.html
  $ mergequeue review plan.json --foresight workload.json --require 'p90<45m' \\
      --report report.html --report report.xml > comment.md

Exit status:
  0 done, 1 error, 130 interrupted
  2 there are changes (with --detailed-exitcode), or a --require goal is not met`;

export function defineReview(command: Command, session: CommandSession): void {
  command
    .description("Writes a report of a plan, from terraform or tofu show -json or mergequeue plan --out.")
    .argument("<plan>", "the plan's file, - for standard input")
    .addOption(
      new Option("--format <format>", "format of the report")
        .choices(listFormats("plan"))
        .default("markdown"),
    )
    .option("--title <text>", "title of the report; pipelines find the report's comment by it", parseTitle)
    .option("--link <url>", "address of the full report; a shortened report links to it", parseLink)
    .option("--out <file>", "write the report to this file instead of standard output")
    .option(
      "--report <file>",
      `also write the report to this file; its ending sets the format (${ENDINGS}; .xml is JUnit); can be repeated`,
      parseReportFile,
    )
    .option("--detailed-exitcode", "end with status 2 if anything changes");
  addForecastOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: ReviewOptions) => {
      const { context } = session;
      const plan = await readPlanFile(context, file);
      const forecasts = await tryForecastPlan(session, plan, options);
      const { format, out, report: files = [] } = options;
      // Only our own plans have a digest. This command does not stop Terraform's plans.
      const stop = plan.digest === undefined ? undefined : describeStop(plan);
      const reportOptions = { ...options, forecasts, stop, writtenAtMs: context.nowMs() };
      // All files share the forecasts, which take long.
      for (const each of files) {
        const document = { document: FORMATS[each.format].plan(plan, reportOptions) };
        await writeOutputFile(session, document, { file: each.file, what: "The report", mode: "plain" });
      }
      const document = FORMATS[format].plan(plan, reportOptions, createView(context));
      if (out === undefined) session.write(toOutput(format, document));
      else await writeOutputFile(session, { document }, { file: out, what: "The report", mode: "plain" });
      const isChanged = options.detailedExitcode === true && hasChanges(plan);
      if (isChanged || hasUnmetGoals(forecasts)) session.finish(EXIT_STATUS.changed);
    });
}

function parseReportFile(file: string, files: ReportFiles = []): ReportFiles {
  const format = FORMATS_BY_ENDING.get(extname(file).toLowerCase());
  if (format !== undefined) return [...files, { file, format }];
  throw new InvalidArgumentError(`It must end with one of ${ENDINGS}. The ending selects the format.`);
}

type ReportFiles = readonly { readonly file: string; readonly format: FormatWith<"ending"> }[];

interface ReviewOptions extends ForecastOptions {
  readonly format: FormatWith<"plan">;
  readonly title?: string;
  readonly link?: string;
  readonly out?: string;
  readonly report?: ReportFiles;
  readonly detailedExitcode?: boolean;
}
