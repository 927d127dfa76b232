import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import type { OutputDocument } from "../command-session";
import { printHtml } from "./print-html";
import { printJunit } from "./print-junit";
import { printMarkdown } from "./print-markdown";
import { printReportJson } from "./print-report-json";
import type { ReportFormat, ReportOptions } from "./report-options";

/** Writes a plan as a report of this format, which ends with a line break. */
export function printReport(
  format: ReportFormat,
  plan: FleetPlan,
  options: ReportOptions = {},
): OutputDocument {
  switch (format) {
    case "markdown":
      return { document: printMarkdown(plan, options) };
    case "json":
      return printReportJson(plan, options);
    case "junit":
      return { document: printJunit(plan, options) };
    case "html":
      return { document: printHtml(plan, options) };
  }
}
