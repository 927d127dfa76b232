import { MAX_REQUEST_BYTES } from "../../api/encode-request";
import { describeIssue } from "../../api/schemas/describe-issue";
import { TRACKED_EVENT_SCHEMA } from "../../api/schemas/tracked-event-schema";
import type { TrackedEvent } from "../../api/tracked-event";
import type { Finding } from "../../queue/finding";
import { quote } from "../../text/quote";
import { countBytes } from "./count-bytes";
import type { RawEvent } from "./read-events";

/** Bytes of a request that are no events: the repository's name, which is short, and what stands around. */
const ENVELOPE_BYTES = 64 * 1024;

/** Bytes of JSON that the events of one request may have together. */
export const MAX_EVENT_BYTES = MAX_REQUEST_BYTES - ENVELOPE_BYTES;

/** What checking events leads to. */
export interface CheckedEvents {
  /** The events that are right, in order. */
  readonly events: readonly TrackedEvent[];
  /** Everything that is wrong; paths are `events`, the index from 0, and the fields. */
  readonly findings: readonly Finding[];
}

/** Checks every event against the interface, and that no two have the same id. */
export function checkEvents(raw: readonly RawEvent[]): CheckedEvents {
  const events: TrackedEvent[] = [];
  const findings: Finding[] = [];
  const indexOfId = new Map<string, number>();
  for (const [index, { value }] of raw.entries()) {
    const checked = TRACKED_EVENT_SCHEMA.safeParse(value);
    if (!checked.success) {
      for (const issue of checked.error.issues) {
        const path = ["events", String(index), ...issue.path.map(String)];
        findings.push({ path, message: describeIssue(issue, value) });
      }
      continue;
    }
    const { id } = checked.data;
    const earlier = indexOfId.get(id);
    const bytes = countBytes(checked.data);
    if (earlier !== undefined) {
      const message = `Must differ from that of event ${earlier}, which is ${quote(id)} as well.`;
      findings.push({ path: ["events", String(index), "id"], message });
    } else if (bytes > MAX_EVENT_BYTES) {
      const message = `It has ${bytes} bytes, more than one request may have.`;
      findings.push({ path: ["events", String(index)], message });
    }
    indexOfId.set(id, index);
    events.push(checked.data);
  }
  return { events, findings };
}
