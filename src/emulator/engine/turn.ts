import type { Submission } from "./engine-state";

/** Digits of the largest place and of the largest sequence. */
const DIGITS = 15;
/** Digits of the largest priority value. */
const PRIORITY_DIGITS = 10;

/**
 * Writes when the turn of a submission comes as a text that sorts: what skips the line, then what was in the line
 * before, in the order in which it stood there, then by priority value, then by submission.
 */
export function formatTurn(
  submission: Pick<Submission, "skipTheLine" | "place" | "priority" | "sequence">,
): string {
  const { skipTheLine, place, priority, sequence } = submission;
  return [
    skipTheLine ? "0" : "1",
    place === undefined ? "1" : `0${pad(place, DIGITS)}`,
    pad(priority.value, PRIORITY_DIGITS),
    pad(sequence, DIGITS),
  ].join("-");
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}
