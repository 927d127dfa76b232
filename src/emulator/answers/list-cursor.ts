import { createHash } from "node:crypto";
import { toIdentityKey } from "../../queue/queue-identity";
import type { EngineState, Queue } from "../engine/engine-state";

/** How many hexadecimal digits of a cursor say where the list goes on: 48 bits, more than any queue needs. */
const POSITION_DIGITS = 12;

/**
 * Writes where a list goes on as a UUID. The same position of the same queue always has the same cursor. Half of
 * it is a check, so that one of another queue, of another service or of nobody is recognised.
 * @param sequence - sequence of the last submission that was shown
 */
export function formatCursor(state: Pick<EngineState, "seed">, queue: Queue, sequence: number): string {
  const position = sequence.toString(16).padStart(POSITION_DIGITS, "0");
  // A queue that was deleted and created again has other submissions in the same positions.
  const id = queue.submissions.get(sequence)?.id ?? "";
  const check = createHash("sha256")
    .update(JSON.stringify([state.seed, toIdentityKey(queue.identity), position, id]))
    .digest("hex");
  const [a, b] = [position.slice(0, 8), position.slice(8)];
  // Version 8 is for UUIDs of one's own making.
  return `${a}-${b}-8${check.slice(0, 3)}-9${check.slice(3, 6)}-${check.slice(6, 18)}`;
}

/** Reads a cursor. @returns the sequence in it; undefined if this queue's list has never given it out */
export function tryReadCursor(
  state: Pick<EngineState, "seed">,
  queue: Queue,
  cursor: string,
): number | undefined {
  const given = cursor.toLowerCase();
  const sequence = Number.parseInt(given.replaceAll("-", "").slice(0, POSITION_DIGITS), 16);
  return given === formatCursor(state, queue, sequence) ? sequence : undefined;
}
