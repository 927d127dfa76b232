import { isPlainObject } from "../../queue/is-plain-object";
import { MergeQueueError } from "../../queue/merge-queue-error";

/**
 * Makes the error for a document that holds no plan.
 * @param problem - a clause: `it is no JSON`
 */
export function createReviewError(problem: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "invalid_plan",
    `This is no plan that can be reviewed: ${problem}. What can be is the output of terraform show -json PLANFILE ` +
      "(or tofu show -json PLANFILE), and a file of mergequeue plan --out.",
    {},
    cause,
  );
}

/** Answers what is at a path within a value of JSON; undefined where there is nothing (promise S-12: own fields only). */
export function getField(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (!isPlainObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** Answers the elements of a list; none where there is no list. */
export function listElements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Answers a text; undefined if it is none. */
export function tryToText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Tells whether a mark is on what is at a path: Terraform marks values that are unknown or sensitive by `true` in a
 * value of the same shape, or in place of all that is within.
 */
export function isMarked(marks: unknown, ...path: readonly string[]): boolean {
  let current = marks;
  for (const name of path) {
    if (current === true) return true;
    current = getField(current, name);
  }
  return hasMark(current);
}

function hasMark(marks: unknown): boolean {
  if (Array.isArray(marks)) return marks.some(hasMark);
  return marks === true || (isPlainObject(marks) && Object.values(marks).some(hasMark));
}
