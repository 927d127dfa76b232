import { isPlainObject } from "../../../queue/is-plain-object";
import { MergeQueueError } from "../../../queue/merge-queue-error";
import { quote } from "../../../text/quote";

/** Where something is in a document, from the outside in. */
export type FieldPath = readonly (string | number)[];

/**
 * Makes the error for a text that holds no plan that can be applied.
 * @param problem - a clause: `it is no JSON`
 */
export function createPlanError(problem: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "invalid_plan",
    `This is no saved plan that can be used: ${problem}.`,
    {},
    cause,
  );
}

/** As {@link createPlanError}, for one field. @param problem - what is wrong with it: `must be a text` */
export function createFieldError(path: FieldPath, problem: string): MergeQueueError {
  return createPlanError(`${path.join(".")} ${problem.replace(/\.$/, "")}`);
}

/** Reads an object; a map, so that no foreign name reaches a prototype (promise S-12). */
export function readFields(raw: unknown, path: FieldPath): ReadonlyMap<string, unknown> {
  if (!isPlainObject(raw)) throw createFieldError(path, "must be an object");
  return new Map(Object.entries(raw));
}

/** Reads a text. */
export function readText(raw: unknown, path: FieldPath): string {
  if (typeof raw !== "string") throw createFieldError(path, "must be a text");
  return raw;
}

/** Reads a list, each element with its place. */
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
