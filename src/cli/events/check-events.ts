import { MAX_REQUEST_BYTES } from "../../api/encode-request";
import { TRACKED_EVENT_SCHEMA } from "../../api/operations/track-events";
import { describeIssue, toSentence } from "../../api/schemas/describe-issue";
import type { Finding } from "../../queue/finding";
import type { TrackedEvent } from "../../queue/tracked-event";
import { quote } from "../../text/quote";
import type { RawEvent } from "./read-events";

/** Bytes of a request beside its events: the repository's name and the JSON around the events. */
const ENVELOPE_BYTES = 64 * 1024;

/** Bytes of JSON that the events of one request may have together. */
export const MAX_EVENT_BYTES = MAX_REQUEST_BYTES - ENVELOPE_BYTES;

/** The result of {@link checkEvents}. */
export interface CheckedEvents {
  /** The valid events, in order. */
  readonly events: readonly TrackedEvent[];
  /** All problems; paths are `events`, the index from 0, and the fields. */
  readonly findings: readonly Finding[];
}

/** Checks every event against the interface, and that no two have the same id. */
export function checkEvents(raw: readonly RawEvent[]): CheckedEvents {
  const events: TrackedEvent[] = [];
  const findings: Finding[] = [];
  const indexOfId = new Map<string, number>();
  for (const [index, { value }] of raw.entries()) {
    const checked = TRACKED_EVENT_SCHEMA.safeParse(value, { error: describeIssue });
    if (!checked.success) {
      for (const issue of checked.error.issues) {
        const path = ["events", String(index), ...issue.path.map(String)];
        findings.push({ path, message: toSentence(issue.message) });
      }
      continue;
    }
    const { id } = checked.data;
    const earlier = indexOfId.get(id);
    const bytes = countBytes(checked.data);
    if (earlier !== undefined) {
      const message = `Must be unique, but event ${earlier} also has ${quote(id)}.`;
      findings.push({ path: ["events", String(index), "id"], message });
    } else if (bytes > MAX_EVENT_BYTES) {
      const message = `It has ${bytes} bytes, more than fit into one request.`;
      findings.push({ path: ["events", String(index)], message });
    }
    indexOfId.set(id, index);
    events.push(checked.data);
  }
  return { events, findings };
}

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

/** Returns the bytes of an event in a request, including the comma after it. */
function countBytes(event: TrackedEvent): number {
  return Buffer.byteLength(JSON.stringify(event)) + 1;
}
