import { getNestedAttribute } from "../../plugin/values/get-attribute";
import type { ObjectValue } from "../../plugin/values/value";
import type { TimedOperation } from "../../queue/check-attributes";
import { getDefaultTimeoutMs } from "../../reconcile/default-timeouts";
import { tryParseDurationMs } from "../../text/parse-duration";
import { isDrained } from "../identity-values";

/**
 * Returns how long an operation may take by the `timeouts` of a plan or state, in milliseconds. Deleting takes
 * longer by default where the queue is drained first.
 */
export function getTimeoutMs(object: ObjectValue, operation: TimedOperation): number {
  return tryParseDurationMs(tryGetTimeout(object, operation) ?? "") ?? getDefaultMs(object, operation);
}

/** Returns the same as users write it, for example `90s`. */
export function describeTimeout(object: ObjectValue, operation: TimedOperation): string {
  return tryGetTimeout(object, operation) ?? `${getDefaultMs(object, operation) / 60_000}m`;
}

/** Returns what `timeouts` says; undefined if it is not set or not known. */
export function tryGetTimeout(object: ObjectValue, operation: TimedOperation | "invoke"): string | undefined {
  const text = getNestedAttribute(object, "timeouts", operation);
  return typeof text === "string" ? text : undefined;
}

function getDefaultMs(object: ObjectValue, operation: TimedOperation): number {
  return getDefaultTimeoutMs(operation, isDrained(object));
}
