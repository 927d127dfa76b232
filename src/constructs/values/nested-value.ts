import { MAX_ADDITIONAL_DEPTH } from "../../queue/additional-settings";
import { isPlainObject } from "../../text/is-plain-object";
import { Token } from "../cdk";

/** Props contain additional settings, and these contain their values. Validation reports deeper ones. */
export const MAX_DEPTH = MAX_ADDITIONAL_DEPTH + 2;

/** Tells whether a value is a list or a plain object, and not a token. */
export function isNested(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Token.isUnresolved(value)) return false;
  return Array.isArray(value) || isPlainObject(value);
}

/** Returns the elements of a list, or the values of a plain object; nothing for other values. */
export function listElements(value: unknown): unknown[] {
  return isNested(value) ? Object.values(value) : [];
}

/**
 * Copies a value and maps all that it contains. Leaves out undefined fields of objects.
 * @param mapLeaf - called with each value that is not nested, and with a value nested too deep
 */
export function mapNested(
  value: unknown,
  mapLeaf: (leaf: unknown) => unknown,
  mapKey: (key: string) => string = (key) => key,
  depth = 0,
): unknown {
  if (!isNested(value) || depth > MAX_DEPTH) return mapLeaf(value);
  const map = (element: unknown): unknown => mapNested(element, mapLeaf, mapKey, depth + 1);
  if (Array.isArray(value)) return value.map(map);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [mapKey(key), map(field)]));
}

/** Copies the lists and plain objects in a value; tokens and constructs are shared. */
export function copyNested<T>(value: T): T {
  return mapNested(value, (leaf) => leaf) as T;
}

/** Tells whether a test holds for a value, or for one that it contains. */
export function someNested(value: unknown, test: (value: unknown) => boolean, depth = 0): boolean {
  if (test(value)) return true;
  return depth <= MAX_DEPTH && listElements(value).some((element) => someNested(element, test, depth + 1));
}

/** Makes an object of entries, without those that are undefined. */
export function fromDefined(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  return Object.fromEntries([...entries].filter(([, value]) => value !== undefined));
}
