import { isPlainObject } from "../../../queue/is-plain-object";
import { MergeQueueError } from "../../../queue/merge-queue-error";
import { quote } from "../../../text/quote";

/** The path of a value in a document. */
export type FieldPath = readonly (string | number)[];

/**
 * Makes the error for a file that is not an applicable plan.
 * @param problem - a clause: `it is not JSON`
 */
export function createPlanError(problem: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError("invalid_plan", `Not a saved plan that can be used: ${problem}.`, {}, cause);
}

/** As {@link createPlanError}, for one field. @param problem - what is wrong with it: `must be a string` */
export function createFieldError(path: FieldPath, problem: string): MergeQueueError {
  return createPlanError(`${path.join(".")} ${problem.replace(/\.$/, "")}`);
}

/** Reads an object; a map, so that no foreign name reaches a prototype (promise S-12). */
export function readFields(raw: unknown, path: FieldPath): ReadonlyMap<string, unknown> {
  if (!isPlainObject(raw)) throw createFieldError(path, "must be an object");
  return new Map(Object.entries(raw));
}

/** Reads a string. */
export function readText(raw: unknown, path: FieldPath): string {
  if (typeof raw !== "string") throw createFieldError(path, "must be a string");
  return raw;
}

/** Reads a list. */
export function readList<Element>(
  raw: unknown,
  path: FieldPath,
  read: (element: unknown, path: FieldPath) => Element,
): readonly Element[] {
  if (!Array.isArray(raw)) throw createFieldError(path, "must be a list");
  return raw.map((element: unknown, index) => read(element, [...path, index]));
}

/** Reads one of a few words. */
export function readWord<Word extends string>(raw: unknown, path: FieldPath, words: readonly Word[]): Word {
  const word = words.find((each) => each === raw);
  if (word === undefined) throw createFieldError(path, `must be one of ${words.map(quote).join(", ")}`);
  return word;
}
