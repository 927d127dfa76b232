import { extname } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { ReportFile, ReviewOptions } from "../actions/review";
import type { CommandSession } from "../command-session";
import { parseLink, parseTitle } from "../parse-arguments";
import { REPORT_FORMATS, type ReportFormat } from "../report/report-options";
import { addForecastOptions } from "../simulate/forecast-options";

const FORMATS_BY_ENDING: ReadonlyMap<string, ReportFormat> = new Map([
  [".md", "markdown"],
  [".html", "html"],
  [".json", "json"],
  [".xml", "junit"],
]);

const EXAMPLES = `
Needs neither a service nor a token. Values that Terraform marks as sensitive
are not shown.

Examples:
  $ terraform show -json tfplan | mergequeue review -
  $ mergequeue review plan.json --title "Queues of production" \\
      --link https://ci.example.com/run/7 > comment.md
  $ mergequeue review plan.json --format html --out report.html
  $ mergequeue review plan.json --foresight workload.json --require 'p90<45m' \\
      --report report.html --report report.xml > comment.md

Exit status:
  0 done, 1 error, 130 interrupted; with --detailed-exitcode 2 if anything
  changes; 2 if a goal of --require is not met`;

/** Adds `review`, which writes a report of an existing plan. */
export function addReviewCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("review")
    .summary("write a report of a plan for a pull request")
    .description(
      "Writes a report of a plan of Terraform or OpenTofu (show -json), or of mergequeue plan --out.",
    )
    .argument("<plan>", "the plan's file, - for standard input")
    .addOption(
      new Option("--format <format>", "format of the report")
        .choices([...REPORT_FORMATS, "text"])
        .default("markdown"),
    )
    .option("--title <text>", "title of the report, also used in the marker of its comment", parseTitle)
    .option("--link <url>", "address of the full report, for a report that is cut", parseLink)
    .option("--out <file>", "write the report to this file instead of standard output")
    .option(
      "--report <file>",
      "also write it to this file, in the format of its ending: .md, .html, .json, .xml (JUnit); may be given several times",
      parseReportFile,
    )
    .option("--detailed-exitcode", "end with status 2 if anything changes");
  addForecastOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: ReviewOptions) => {
      const { review } = await import("../actions/review");
      await review(session, file, options);
    });
}

function parseReportFile(file: string, files: readonly ReportFile[] = []): readonly ReportFile[] {
  const format = FORMATS_BY_ENDING.get(extname(file).toLowerCase());
  if (format === undefined) {
    throw new InvalidArgumentError(
      `The name must end with ${[...FORMATS_BY_ENDING.keys()].join(", ")}, which says the format.`,
    );
  }
  return [...files, { file, format }];
}
