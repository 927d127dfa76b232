import { createHash } from "node:crypto";
import type { Queue, Submission } from "../engine/engine-state";

/** How many hexadecimal digits of a cursor say where the list goes on: 48 bits, more than any queue needs. */
const POSITION_DIGITS = 12;

/**
 * Writes where a list goes on as a UUID. The same position of the same queue always has the same cursor. The rest
 * of it is a check, so that one of another queue, of another service or of nobody is recognised.
 * @param last - the last submission that was shown
 */
export function formatCursor({ sequence, id }: Pick<Submission, "sequence" | "id">): string {
  const position = sequence.toString(16).padStart(POSITION_DIGITS, "0");
  // The id is that of no other queue's submission, not even of a queue that stood in the place of this one.
  const check = createHash("sha256").update(`cursor\n${position}\n${id}`).digest("hex");
  const [a, b] = [position.slice(0, 8), position.slice(8)];
  // Version 8 is for UUIDs of one's own making.
  return `${a}-${b}-8${check.slice(0, 3)}-9${check.slice(3, 6)}-${check.slice(6, 18)}`;
}

/** Reads a cursor. @returns the sequence in it; undefined if this queue's list has never given it out */
export function tryReadCursor(queue: Pick<Queue, "submissions">, cursor: string): number | undefined {
  const given = cursor.toLowerCase();
  const sequence = Number.parseInt(given.replaceAll("-", "").slice(0, POSITION_DIGITS), 16);
  const last = queue.submissions.get(sequence);
  return last !== undefined && given === formatCursor(last) ? sequence : undefined;
}
