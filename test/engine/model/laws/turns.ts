import type { Submission } from "../../../../src/engine/engine-state";
import { findHeld } from "../find-held";
import { isMergedByQueue, type Law, type QueueStep } from "../queue-step";

/** The order in which ready pull requests start. */
export const TURN_LAWS: readonly Law[] = [
  {
    title: "ready pull requests start in turn order: urgent, returning, then by priority and submission",
    begin: () => findOvertaken,
  },
];

function findOvertaken({ before, after, started, concluded }: QueueStep): string | undefined {
  const tested = started.filter((run) => !run.isBisection).flatMap((run) => run.sequences);
  const merged = concluded.filter(isMergedByQueue).map(({ sequence }) => sequence);
  // What did not wait before has had its turn before.
  const newcomers = [...tested, ...merged].filter(
    (sequence) => before.submissions.get(sequence)?.turn !== undefined,
  );
  if (newcomers.length === 0) return undefined;
  const held = new Set([...findHeld(before), ...findHeld(after)]);
  // What a failure held until now may get its turn after others of the same event.
  const hasSettled = after.line.some(({ phase }) => phase === "bisecting") || concluded.some(isFailed);
  for (const sequence of before.ready.values()) {
    const overtaken = after.submissions.get(sequence);
    if (held.has(sequence) || hasSettled) continue;
    // Only what could have started all the while was overtaken.
    if (overtaken === undefined || overtaken !== before.submissions.get(sequence)) continue;
    if (overtaken.state !== "pending" || !after.ready.has(overtaken.turn ?? "")) continue;
    for (const other of newcomers) {
      const newcomer = before.submissions.get(other);
      if (newcomer !== undefined && compareTurns(newcomer, overtaken, after) > 0) {
        return `#${newcomer.number} went before #${overtaken.number}, which was ready`;
      }
    }
  }
  return undefined;
}

/** The event itself may have marked one to skip the line, or changed its priority. */
function compareTurns(newcomer: Submission, overtaken: Submission, after: QueueStep["after"]): number {
  const now = after.submissions.get(newcomer.sequence) ?? newcomer;
  const ranks = [
    [Number(!newcomer.isUrgent && !now.isUrgent), Number(!overtaken.isUrgent)],
    [newcomer.place ?? Number.POSITIVE_INFINITY, overtaken.place ?? Number.POSITIVE_INFINITY],
    [now.priority.value, overtaken.priority.value],
    [newcomer.sequence, overtaken.sequence],
  ] as const;
  const [mine, its] = ranks.find(([a, b]) => a !== b) ?? [0, 0];
  return mine > its ? 1 : -1;
}

function isFailed({ state }: Submission): boolean {
  return state === "failed";
}
