import { getAttribute } from "../../plugin/values/get-attribute";
import type { ObjectValue } from "../../plugin/values/value";
import { tryParseDurationMs } from "../../queue/parse-duration";
import type { TimedOperation } from "./queue-schema";
import { DEFAULT_TIMEOUTS_MS } from "./queue-schema";

/** Answers how long an operation may take by the `timeouts` of a plan or state, in milliseconds. */
export function getTimeoutMs(object: ObjectValue, operation: TimedOperation): number {
  const timeouts = getAttribute(object, "timeouts");
  const text = timeouts instanceof Map ? getAttribute(timeouts as ObjectValue, operation) : null;
  const timeoutMs = typeof text === "string" ? tryParseDurationMs(text) : undefined;
  return timeoutMs ?? DEFAULT_TIMEOUTS_MS[operation];
}
