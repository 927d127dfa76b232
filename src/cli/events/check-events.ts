import { MAX_REQUEST_BYTES } from "../../api/encode-request";
import type { Finding } from "../../queue/finding";
import { toErrorMessage } from "../../queue/merge-queue-error";
import type { TrackedEvent } from "../../queue/tracked-event";
import { quote } from "../../text/quote";
import { describeIssue, toSentence } from "../../wire/describe-issue";
import { TRACKED_EVENT_SCHEMA } from "../../wire/first/track-events";

/** An unchecked event of the file. `line` counts from 1, or is undefined in a JSON array. */
type RawEvent = { readonly line: number | undefined; readonly value: unknown };

export interface RawEvents {
  readonly events: readonly RawEvent[];
  /** Findings for lines that are not JSON. A finding's path is `line` and the line's number. */
  readonly findings: readonly Finding[];
}

/** Reads a JSON array of events, or lines with one JSON event each. Skips blank lines. */
export function readEvents(text: string): RawEvents {
  return text.trimStart().startsWith("[") ? readArray(text) : readLines(text);
}

function readArray(text: string): RawEvents {
  try {
    const values = JSON.parse(text) as readonly unknown[];
    return { events: values.map((value) => ({ line: undefined, value })), findings: [] };
  } catch (error) {
    const message = `The file begins with "[" but is not a JSON array: ${toErrorMessage(error)}.`;
    return { events: [], findings: [{ path: [], message }] };
  }
}

function readLines(text: string): RawEvents {
  const events: RawEvent[] = [];
  const findings: Finding[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      events.push({ line: index + 1, value: JSON.parse(line) as unknown });
    } catch (error) {
      const message = `It is not JSON: ${toErrorMessage(error)}.`;
      findings.push({ path: ["line", String(index + 1)], message });
    }
  }
  return { events, findings };
}

/** Maximum bytes of JSON for all events of a request. The rest is for the request's other fields. */
export const MAX_EVENT_BYTES = MAX_REQUEST_BYTES - 64 * 1024;

/** Checks each event's fields, size and unique id. @returns the events with valid fields, and all findings */
export function checkEvents(raw: readonly RawEvent[]): {
  readonly events: readonly TrackedEvent[];
  /** Each path consists of `events`, the event's index from 0, and the names of fields. */
  readonly findings: readonly Finding[];
} {
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

/** Splits events, in order, into as few parts of up to `maxBytes` as possible. No event may be larger. */
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

function countBytes(event: TrackedEvent): number {
  return Buffer.byteLength(JSON.stringify(event)) + 1;
}
