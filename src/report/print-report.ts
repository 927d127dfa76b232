import type { Plan } from "../reconcile/plan/plan";
import type { OutputDocument } from "./output-document";
import { printHtml } from "./print-html";
import { printJunit } from "./print-junit";
import { printMarkdown } from "./print-markdown";
import { printReportJson } from "./print-report-json";
import type { ReportFormat, ReportOptions } from "./report-options";

const PRINTERS: Readonly<Record<ReportFormat, (plan: Plan, options: ReportOptions) => string>> = {
  markdown: printMarkdown,
  json: printReportJson,
  junit: printJunit,
  html: printHtml,
};

/** Writes a plan as a report of this format, which ends with a line break. */
export function printReport(format: ReportFormat, plan: Plan, options: ReportOptions = {}): OutputDocument {
  return { document: PRINTERS[format](plan, options) };
}
