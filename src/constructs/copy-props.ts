import { MAX_ADDITIONAL_DEPTH } from "../queue/additional-settings";
import { isPlainObject } from "../queue/is-plain-object";
import { Token } from "./cdk";

/** Props hold additional settings, and these their values. */
const MAX_DEPTH = MAX_ADDITIONAL_DEPTH + 2;

/**
 * Copies props with the lists and plain objects in them, so that what the caller changes later changes no queue.
 * Tokens and constructs are shared, and so is what is nested deeper than anything may be.
 */
export function copyProps<T>(props: T): T {
  return copy(props, 0) as T;
}

function copy(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH || Token.isUnresolved(value)) return value;
  if (Array.isArray(value)) return value.map((element) => copy(element, depth + 1));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copy(field, depth + 1)]));
}
