import type { TrackedEvent } from "../../api/tracked-event";

/** Answers how many bytes an event takes in a request, the comma behind it included. */
export function countBytes(event: TrackedEvent): number {
  return Buffer.byteLength(JSON.stringify(event)) + 1;
}
