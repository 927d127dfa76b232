import type { AttemptEvent } from "../../api/run-attempts";
import { escapeControl } from "../../text/escape-control";

/** Begins the terminal's line anew: a progress may stand in it. */
const NEW_LINE = "\r\u001b[K";

/**
 * Writes, for a terminal, why the service is called once more, and when; nothing for an attempt that is not repeated.
 */
export function printRetry({ operation, result, retryInMs }: AttemptEvent): string {
  if (retryInMs === undefined) return "";
  return (
    NEW_LINE + escapeControl(`Trying ${operation} again in ${(retryInMs / 1000).toFixed(1)} s: ${result}.\n`)
  );
}
