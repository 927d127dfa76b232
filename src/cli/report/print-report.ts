import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import { printHtml } from "./print-html";
import { printJunit } from "./print-junit";
import { printMarkdown } from "./print-markdown";
import { printReportJson } from "./print-report-json";
import type { ReportOptions } from "./report-options";

/** The formats of a report beside text for a terminal. */
export const REPORT_FORMATS = ["markdown", "json", "junit", "html"] as const;

/** One of {@link REPORT_FORMATS}. */
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const PRINTERS: Readonly<Record<ReportFormat, (plan: FleetPlan, options: ReportOptions) => string>> = {
  markdown: printMarkdown,
  json: printReportJson,
  junit: printJunit,
  html: printHtml,
};

/** Writes a plan as a report of this format, which ends with a line break. */
export function printReport(format: ReportFormat, plan: FleetPlan, options: ReportOptions = {}): string {
  return PRINTERS[format](plan, options);
}
