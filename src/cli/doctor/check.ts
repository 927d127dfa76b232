import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { Tone } from "../../queue/state-tones";
import { count } from "../../report/describe-counts";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import type { View } from "../../report/view";
import { wrapText } from "../../report/wrap-text";

export interface CheckOutcome {
  /** Result of the check. Only a problem makes `doctor` fail. */
  readonly status: "ok" | "warning" | "problem" | "skipped";
  /** The finding, or why the check was skipped: a clause for `ok` and `skipped`, sentences otherwise. */
  readonly message: string;
  /** Sentences to print before the command, or empty. Only warnings and problems have this field. */
  readonly next?: string;
  /** Shell command that helps. Only warnings and problems have a command. */
  readonly command?: string;
}

type Findings = CheckOutcome | readonly CheckOutcome[];

export type Checks = Readonly<Record<string, () => Findings | Promise<Findings>>>;

export type CheckResult = CheckOutcome & Readonly<Record<"group" | "check", string>>;

export interface CheckLimits {
  /** Time limit in milliseconds of all requests together, and of each run of a program. */
  readonly limitMs: number;
  readonly stopSignal: AbortSignal;
}

export const DOCTOR = "mergequeue doctor";

export const CORRECT_AND_REPEAT = "Correct that, and check again.";

export function ok(message: string): CheckOutcome {
  return { status: "ok", message };
}

export function skipped(why: string): CheckOutcome {
  return { status: "skipped", message: why };
}

export function warning(message: string, next: string, command?: string): CheckOutcome {
  return { ...problem(message, next, command), status: "warning" };
}

export function problem(message: string, next: string, command?: string): CheckOutcome {
  return { status: "problem", message, next, ...(command !== undefined && { command }) };
}

/** Runs checks in turn. A check that throws becomes a problem. @throws MergeQueueError `interrupted` */
export async function runChecks(group: string, checks: Checks, stop: AbortSignal): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const [check, run] of Object.entries(checks)) {
    let findings: Findings;
    try {
      findings = await run();
    } catch (error) {
      findings = problem(`This could not be checked: ${toErrorMessage(error)}.`, CORRECT_AND_REPEAT);
    }
    // An interrupted check would look like a problem.
    if (stop.aborted) {
      throw new MergeQueueError("interrupted", "Interrupted. Run the same command again.");
    }
    for (const finding of [findings].flat()) results.push({ group, check, ...finding });
  }
  return results;
}

const TONES: Readonly<Record<CheckResult["status"], Tone>> = {
  ok: "good",
  warning: "held",
  problem: "bad",
  skipped: "still",
};

const STATUS_WIDTH = 9;
const NAME_WIDTH = 13;

export function printGroup(results: readonly CheckResult[], view: View): string {
  const indent = " ".repeat(2 + STATUS_WIDTH + NAME_WIDTH);
  const lines = results.map(({ status, check, message, next = "", command }) => {
    const head = `${view.paint(TONES[status], status)}${" ".repeat(STATUS_WIDTH - status.length)}`;
    // Indented lines are not wrapped, so the command can be copied.
    const parts = [message, next, command === undefined ? "" : `  $ ${command}`];
    const text = wrapText(parts.filter((part) => part !== "").join("\n"), indent, view.columns);
    return `  ${head}${check.padEnd(NAME_WIDTH)}${text.slice(indent.length)}`;
  });
  return `${results[0]?.group ?? ""}\n${lines.join("")}\n`;
}

export function printSummary(results: readonly CheckResult[]): string {
  const { problems, warnings } = countFindings(results);
  const first = problems === 0 ? "No problems" : count(problems, "problem");
  return warnings === 0 ? `${first}.\n` : `${first}, ${count(warnings, "warning")}.\n`;
}

export function printDoctorJson(results: readonly CheckResult[]): OutputDocument {
  return printJson({ format: "mergequeue-doctor", version: 1, ...countFindings(results), checks: results });
}

export function countFindings(results: readonly CheckResult[]): { problems: number; warnings: number } {
  const countOf = (wanted: string): number => results.filter(({ status }) => status === wanted).length;
  return { problems: countOf("problem"), warnings: countOf("warning") };
}
