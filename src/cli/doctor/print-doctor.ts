import stringWidth from "string-width";
import type { Tone } from "../../queue/state-tones";
import { count } from "../../report/describe-counts";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import type { View } from "../../report/terminal/view";
import { wrapText } from "../../report/terminal/wrap-text";
import type { CheckResult } from "./check";

const TONES: Readonly<Record<CheckResult["status"], Tone>> = {
  ok: "good",
  warning: "held",
  problem: "bad",
  skipped: "still",
};

/** Columns of the status and of the check's name, with the blanks after them. */
const STATUS_WIDTH = 9;
const NAME_WIDTH = 13;

/** Writes the results of one group: a line each, and below it what to do. */
export function printGroup(results: readonly CheckResult[], view: View): string {
  const columns = Number.isFinite(view.columns) ? view.columns : undefined;
  const indent = " ".repeat(2 + STATUS_WIDTH + NAME_WIDTH);
  const lines = results.map(({ status, check, message, next = "", command }) => {
    const head = `${view.paint(TONES[status], status)}${" ".repeat(STATUS_WIDTH - stringWidth(status))}`;
    // An indented line is not broken, so that the command can be copied.
    const parts = [message, next, command === undefined ? "" : `  $ ${command}`];
    const text = wrapText(parts.filter((part) => part !== "").join("\n"), indent, columns);
    return `  ${head}${check.padEnd(NAME_WIDTH)}${text.slice(indent.length)}`;
  });
  return `${results[0]?.group ?? ""}\n${lines.join("")}\n`;
}

/** Writes how many problems and warnings there are, as a line. */
export function printSummary(results: readonly CheckResult[]): string {
  const { problems, warnings } = countFindings(results);
  const first = problems === 0 ? "No problems" : count(problems, "problem");
  return warnings === 0 ? `${first}.\n` : `${first}, ${count(warnings, "warning")}.\n`;
}

/** Writes all results as one document. */
export function printDoctorJson(results: readonly CheckResult[]): OutputDocument {
  return printJson({ format: "mergequeue-doctor", version: 1, ...countFindings(results), checks: results });
}

/** Counts what is wrong. */
export function countFindings(results: readonly CheckResult[]): { problems: number; warnings: number } {
  const countOf = (wanted: string): number => results.filter(({ status }) => status === wanted).length;
  return { problems: countOf("problem"), warnings: countOf("warning") };
}
