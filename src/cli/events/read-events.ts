import type { Finding } from "../../queue/finding";
import { toErrorMessage } from "../../queue/merge-queue-error";

/** An event of the file, not yet checked. */
export interface RawEvent {
  /** Its line, from 1; undefined in a JSON array. */
  readonly line: number | undefined;
  readonly value: unknown;
}

/** The content of a file of events. */
export interface RawEvents {
  readonly events: readonly RawEvent[];
  /** Lines that are not JSON; paths are `line` and its number. */
  readonly findings: readonly Finding[];
}

/** Reads a file of events: a JSON array, or one event a line as JSON. Blank lines are left out. */
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
