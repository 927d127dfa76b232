import type { PlannedValue } from "../../plan/plan";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { isPlainObject } from "../../text/is-plain-object";

/** Makes the error for a document that is not a plan, from a clause such as `it is not JSON`. */
export function createReviewError(problem: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "invalid_plan",
    `Not a reviewable plan: ${problem}. Pass the output of terraform show -json PLANFILE (or tofu show -json PLANFILE), ` +
      "or a file of mergequeue plan --out.",
    {},
    cause,
  );
}

/** Returns the value at a path in JSON. Undefined if there is no value. Reads only own fields. */
export function getJsonField(value: unknown, ...path: readonly string[]): unknown {
  let current = value;
  for (const name of path) {
    if (!isPlainObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

export function listJsonElements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function tryToText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Tells whether a value, or a part of it, is marked. If an object is marked `true`, so are its fields. */
function isMarked(marks: unknown, ...path: readonly string[]): boolean {
  let current = marks;
  for (const name of path) {
    if (current === true) return true;
    current = getJsonField(current, name);
  }
  return hasMark(current);
}

function hasMark(marks: unknown): boolean {
  if (Array.isArray(marks)) return marks.some(hasMark);
  return marks === true || (isPlainObject(marks) && Object.values(marks).some(hasMark));
}

export interface ResourceSide {
  readonly values: unknown;
  readonly sensitive: unknown;
  readonly unknown: unknown;
}

export function toSides(change: unknown): { readonly before: ResourceSide; readonly after: ResourceSide } {
  const toSide = (moment: "before" | "after"): ResourceSide => ({
    values: getJsonField(change, moment),
    sensitive: getJsonField(change, `${moment}_sensitive`),
    unknown: moment === "after" ? getJsonField(change, "after_unknown") : undefined,
  });
  return { before: toSide("before"), after: toSide("after") };
}

/** Tells whether the value at a path, or a part of it, is known only after the apply. */
export function isUnknownInJson(side: ResourceSide, ...path: readonly string[]): boolean {
  return isMarked(side.unknown, ...path);
}

/** Tells whether the value at a path, or a part of it, is sensitive. */
export function isSensitive(side: ResourceSide, ...path: readonly string[]): boolean {
  return isMarked(side.sensitive, ...path);
}

/** Returns the value at a path, even if it is sensitive. Undefined if the value is null or unknown. */
export function getKnown(side: ResourceSide, ...path: readonly string[]): unknown {
  return isUnknownInJson(side, ...path) ? undefined : (getJsonField(side.values, ...path) ?? undefined);
}

export function toPlannedValue(side: ResourceSide, ...path: readonly string[]): PlannedValue {
  if (isUnknownInJson(side, ...path)) return { kind: "unknown" };
  const value = getKnown(side, ...path);
  if (value === undefined) return { kind: "absent" };
  return isSensitive(side, ...path) ? { kind: "sensitive" } : { kind: "value", value };
}
