import { isPlainObject } from "../../queue/is-plain-object";
import { MergeQueueError } from "../../queue/merge-queue-error";

/**
 * Makes the error for a document that is not a plan.
 * @param problem - a clause: `it is not JSON`
 */
export function createReviewError(problem: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "invalid_plan",
    `Not a reviewable plan: ${problem}. Pass the output of terraform show -json PLANFILE (or tofu show -json PLANFILE), ` +
      "or a file of mergequeue plan --out.",
    {},
    cause,
  );
}

/** Returns the value at a path in JSON; undefined if there is none. Reads own fields only (promise S-12). */
export function getField(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (!isPlainObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** Returns the elements of a list; none if the value is not a list. */
export function listElements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Returns a value if it is a string. */
export function tryToText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Tells whether the value at a path, or a part of it, is marked. Terraform marks unknown and sensitive values by `true` in
 * a document of the same shape; `true` in place of an object marks all of it.
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
