import type { Command } from "commander";
import { Option } from "commander";
import { hasChanges } from "../../reconcile/plan/fleet-plan";
import type { CommandSession } from "../command-session";
import { EXIT_STATUS } from "../exit-status";
import { writeOutputFile } from "../files/write-output-file";
import { printPlan } from "../print/print-plan";
import { createView } from "../print/view";
import { parseLink, parseTitle } from "../report/parse-report-options";
import type { ReportFormat } from "../report/print-report";
import { printReport, REPORT_FORMATS } from "../report/print-report";
import { readPlanFile } from "../review/read-plan-file";

interface ReviewOptions {
  readonly format: ReportFormat | "text";
  readonly title?: string;
  readonly link?: string;
  readonly out?: string;
  readonly detailedExitcode?: boolean;
}

const EXAMPLES = `
Neither a service nor a token is needed. What Terraform marks as sensitive is
not shown.

Examples:
  $ terraform show -json tfplan | mergequeue review -
  $ mergequeue review plan.json --title "Queues of production" \\
      --link https://ci.example.com/run/7 > comment.md
  $ mergequeue review plan.json --format html --out report.html

Exit status:
  0 done, 1 error, 130 interrupted; with --detailed-exitcode 2 if anything
  changes`;

/** Adds `review`, which writes a report of a plan that somebody has made. */
export function addReviewCommand(parent: Command, session: CommandSession): void {
  parent
    .command("review")
    .summary("write a report of a plan for a pull request")
    .description(
      "Writes a report of a plan: of Terraform's or OpenTofu's (show -json), or of mergequeue plan --out.",
    )
    .argument("<plan>", "the file of the plan, - for standard input")
    .addOption(
      new Option("--format <format>", "what is written")
        .choices([...REPORT_FORMATS, "text"])
        .default("markdown"),
    )
    .option("--title <text>", "what the report is about; also in the marker of its comment", parseTitle)
    .option("--link <url>", "where the full report is, for readers of one that had to be cut", parseLink)
    .option("--out <file>", "write it to this file instead of standard output")
    .option("--detailed-exitcode", "end with 2 if anything changes")
    .addHelpText("after", EXAMPLES)
    .action(async (file: string, options: ReviewOptions) => {
      await review(session, file, options);
    });
}

async function review(
  { context, checkDocument, writeDocument, finish }: CommandSession,
  file: string,
  options: ReviewOptions,
): Promise<void> {
  const plan = await readPlanFile(context, file);
  const { format } = options;
  const isText = format === "text";
  const report = isText
    ? printPlan(plan, createView(context))
    : printReport(format, plan, { ...options, writtenAtMs: context.nowMs() });
  if (options.out !== undefined) {
    await writeOutputFile(context, options.out, checkDocument(report), "The report", "plain");
  } else if (isText) {
    context.writeOut(report);
  } else {
    writeDocument(report);
  }
  if (options.detailedExitcode === true && hasChanges(plan)) finish(EXIT_STATUS.difference);
}
