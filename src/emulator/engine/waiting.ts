import type { QueueDraft } from "./draft";
import type { Queue, Submission } from "./engine-state";
import { findSubmission } from "./queue-draft";
import { explainNotReady, readReadiness } from "./readiness";
import { formatTurn } from "./turn";

/** Changes a submission. The time of its last change of state is kept up. */
export function changeSubmission(
  queue: QueueDraft,
  sequence: number,
  changes: Partial<Omit<Submission, "stateChangedAtMs">>,
): Submission {
  const before = findSubmission(queue, sequence);
  const hasNewState = changes.state !== undefined && changes.state !== before.state;
  const submission = {
    ...before,
    ...changes,
    stateChangedAtMs: hasNewState ? queue.engine.nowMs : before.stateChangedAtMs,
  };
  queue.submissions.set(sequence, submission);
  return submission;
}

/**
 * Lets a submission wait for its turn, or tells anew how it waits: `pending` if it is ready, else `not_ready`.
 * @param reason - why it waits if it is ready; undefined: as before if it was ready before
 */
export function putToWaiting(queue: QueueDraft, sequence: number, reason?: string): void {
  const before = findSubmission(queue, sequence);
  removeFromWaiting(queue, before);
  const readiness = readReadiness(queue, before, queue.engine.options);
  const turn = formatTurn(before);
  const kept = before.state === "pending" ? before.reason : "Waits for its turn.";
  changeSubmission(queue, sequence, {
    state: readiness.isReady ? "pending" : "not_ready",
    reason: explainNotReady(readiness, queue, before) ?? reason ?? kept,
    turn,
  });
  queue.waiting.set(turn, sequence);
  if (readiness.isReady && !isHeld(queue, sequence)) queue.ready.set(turn, sequence);
}

/** Takes a submission out of what waits; one that does not wait stays as it is. */
export function removeFromWaiting(queue: QueueDraft, { sequence, turn }: Submission): void {
  if (turn === undefined) return;
  queue.waiting.delete(turn);
  queue.ready.delete(turn);
  changeSubmission(queue, sequence, { turn: undefined });
}

/** Tells anew how everything waits that waits: needed when a rule for all of them has changed. */
export function refreshWaiting(queue: QueueDraft): void {
  for (const sequence of [...queue.waiting.values()]) putToWaiting(queue, sequence);
}

/** Tells whether a submission came too late to start before the queue runs again. */
export function isHeld(queue: Pick<Queue, "heldFromSequence">, sequence: number): boolean {
  return queue.heldFromSequence !== undefined && sequence >= queue.heldFromSequence;
}
