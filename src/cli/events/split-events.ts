import type { TrackedEvent } from "../../api/tracked-event";
import { countBytes } from "./count-bytes";

/**
 * Splits events into parts that fit into one request each, in order and as few as that allows.
 * @param maxBytes - bytes of JSON that a part may have; no event has more
 */
export function splitEvents(events: readonly TrackedEvent[], maxBytes: number): TrackedEvent[][] {
  const parts: TrackedEvent[][] = [];
  let part: TrackedEvent[] = [];
  let partBytes = 0;
  for (const event of events) {
    const bytes = countBytes(event);
    if (part.length > 0 && partBytes + bytes > maxBytes) {
      parts.push(part);
      part = [];
      partBytes = 0;
    }
    part.push(event);
    partBytes += bytes;
  }
  return part.length === 0 ? parts : [...parts, part];
}
