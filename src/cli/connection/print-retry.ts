import type { AttemptEvent } from "../../api/run-attempts";
import { escapeControl } from "../../plugin/escape-control";

/** Writes why the service is called once more, and when; nothing for an attempt that is not repeated. */
export function printRetry({ operation, result, retryInMs }: AttemptEvent): string {
  if (retryInMs === undefined) return "";
  return escapeControl(`Trying ${operation} again in ${(retryInMs / 1000).toFixed(1)} s: ${result}.\n`);
}
