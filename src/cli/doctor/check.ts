import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";

/** How a check ended. Only a problem makes `doctor` fail. */
export type CheckStatus = "ok" | "warning" | "problem" | "skipped";

/** The result of a check. */
export interface Finding {
  readonly status: CheckStatus;
  /** What was found, or why the check does not apply: a clause for `ok` and `skipped`, otherwise sentences. */
  readonly message: string;
  /** What to do before the command: sentences, or empty. Only of warnings and problems. */
  readonly next?: string;
  /** The next command, for a shell. Only of warnings and problems that a command can help with. */
  readonly command?: string;
}

/** One thing to check. */
export interface Check {
  readonly name: string;
  /** Several findings are several lines. */
  readonly run: () => Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>;
}

/** Checks that belong together. */
export interface CheckGroup {
  readonly title: string;
  readonly checks: readonly Check[];
}

/** A finding with the check that it comes from. */
export interface CheckResult extends Finding {
  readonly group: string;
  readonly check: string;
}

export function ok(message: string): Finding {
  return { status: "ok", message };
}

export function skipped(why: string): Finding {
  return { status: "skipped", message: why };
}

/** The start of commands that repeat the check with other options. */
export const DOCTOR = "mergequeue doctor";

/** What to do where no command can. */
export const CORRECT_AND_REPEAT = "Correct that, and check again.";

export function warning(message: string, next: string, command?: string): Finding {
  return { status: "warning", message, next, ...(command === undefined ? {} : { command }) };
}

export function problem(message: string, next: string, command?: string): Finding {
  return { status: "problem", message, next, ...(command === undefined ? {} : { command }) };
}

/**
 * Runs the checks of a group one after another. A check that fails unexpectedly is a problem and does not end the others.
 * @throws MergeQueueError `interrupted`
 */
export async function runChecks(
  { title, checks }: CheckGroup,
  stopSignal: AbortSignal,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { name, run } of checks) {
    let findings: Finding | readonly Finding[];
    try {
      findings = await run();
    } catch (error) {
      findings = problem(`This could not be checked: ${toErrorMessage(error)}.`, CORRECT_AND_REPEAT);
    }
    // What an interrupt has ended looks like a problem.
    if (stopSignal.aborted) {
      throw new MergeQueueError("interrupted", "Interrupted. Run the same command again.");
    }
    for (const finding of [findings].flat()) results.push({ group: title, check: name, ...finding });
  }
  return results;
}
