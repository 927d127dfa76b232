import { hasChanges } from "../../reconcile/plan/fleet-plan";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { writeOutputFile } from "../files/write-output-file";
import { printPlan } from "../print/print-plan";
import { createView } from "../print/view";
import { printReport } from "../report/print-report";
import type { ReportFormat } from "../report/report-options";
import { readPlanFile } from "../review/read-plan-file";
import type { ForecastOptions } from "../simulate/forecast-options";
import { hasUnmetGoals, tryForecastPlan } from "../simulate/try-forecast-plan";

/** What the command line says. */
export interface ReviewOptions extends ForecastOptions {
  readonly format: ReportFormat | "text";
  readonly title?: string;
  readonly link?: string;
  readonly out?: string;
  readonly report?: readonly ReportFile[];
  readonly detailedExitcode?: boolean;
}

/** A further report. */
export interface ReportFile {
  readonly file: string;
  readonly format: ReportFormat;
}

/** Writes a report of an existing plan. */
export async function review(session: CommandSession, file: string, options: ReviewOptions): Promise<void> {
  const { context } = session;
  const plan = await readPlanFile(context, file);
  const forecasts = await tryForecastPlan(session, plan, options);
  const { format, out, report: files = [] } = options;
  const reportOptions = { ...options, forecasts, writtenAtMs: context.nowMs() };
  // The forecasts, which take long, are the same in all of them.
  for (const each of files) {
    const document = printReport(each.format, plan, reportOptions);
    await writeOutputFile(session, each.file, document, "The report", "plain");
  }
  const report =
    format === "text"
      ? printPlan(plan, createView(context), forecasts)
      : printReport(format, plan, reportOptions);
  if (out === undefined) {
    session.write(report);
  } else {
    const document = typeof report === "string" ? { document: report } : report;
    await writeOutputFile(session, out, document, "The report", "plain");
  }
  const isDifferent = options.detailedExitcode === true && hasChanges(plan);
  if (isDifferent || hasUnmetGoals(forecasts)) session.finish(EXIT_STATUS.difference);
}
