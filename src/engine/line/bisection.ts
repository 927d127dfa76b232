import type { LineEntryDraft, QueueDraft } from "../draft/queue-draft";
import type { BisectionPart } from "../engine-state";
import { findTestRun, formatNumbers } from "../queue-contents";
import { changeSubmission, concludeSubmission } from "../waiting/waiting";
import { findRelated, hasMerged, uniteTargets } from "./dependencies";
import { concludeRun, sendBack, testAgainWithout } from "./line";

/** Id of the batch among the parts of its bisection. */
const BATCH_ID = 1;

/**
 * Searches the culprits of a failed batch: each half is tested alone. It leaves its place: what was on top is
 * tested again.
 */
export function startBisection(queue: QueueDraft, entry: LineEntryDraft): void {
  const numbers = formatNumbers(queue, entry.sequences);
  entry.phase = "bisecting";
  entry.hasCulprit = false;
  entry.parts = halve({ id: BATCH_ID, sequences: entry.sequences });
  const reason = `${entry.failure} Its batch of ${numbers} is tested in smaller parts.`;
  for (const sequence of entry.sequences) changeSubmission(queue, sequence, { state: "testing", reason });
  testAgainWithout(queue, entry.sequences);
}

/** Records that the run of a part has passed or failed. @returns whether the whole entry has passed now */
export function finishPart(
  queue: QueueDraft,
  entry: LineEntryDraft,
  part: BisectionPart,
  failure: string | undefined,
): boolean {
  if (failure === undefined) {
    replacePart(entry, part, [{ ...part, phase: "passed" }]);
    for (const sequence of part.sequences) {
      changeSubmission(queue, sequence, { reason: "Has passed without the rest of its failed batch." });
    }
    const other = entry.parts.find(({ id }) => id === (part.id % 2 === 0 ? part.id + 1 : part.id - 1));
    if (other !== undefined && other.phase !== "passed" && skipsRedundantTests(queue)) {
      if (other.phase === "testing" && other.testRunId !== undefined) {
        concludeRun(queue, other.testRunId, "cancelled");
      }
      condemn(queue, entry, other, `${entry.failure} The rest of its batch passed.`);
    }
  } else {
    condemn(queue, entry, part, failure);
  }
  return entry.parts.every((one) => one.phase === "passed") && endBisection(queue, entry);
}

/** Splits a part that fails, or removes it from the queue if it is a single pull request. */
function condemn(queue: QueueDraft, entry: LineEntryDraft, part: BisectionPart, failure: string): void {
  const [sequence] = part.sequences;
  if (sequence === undefined || part.sequences.length > 1) {
    replacePart(entry, part, halve(part));
    return;
  }
  replacePart(entry, part, []);
  entry.hasCulprit = true;
  entry.sequences = entry.sequences.filter((other) => other !== sequence);
  concludeSubmission(queue, sequence, "failed", failure);
}

/** Ends the bisection. The rest returns to its turn, unless the test of its only part suffices. */
function endBisection(queue: QueueDraft, entry: LineEntryDraft): boolean {
  const [only] = entry.parts;
  if (only !== undefined && entry.parts.length === 1 && suffices(queue, only)) {
    entry.testRunId = only.testRunId;
    entry.timesOutAtMs = only.timesOutAtMs;
    entry.parts = [];
    return true;
  }
  if (entry.hasCulprit) {
    sendBack(queue, entry, "Waits for its turn again: it did not fail with its batch.");
    return false;
  }
  for (const sequence of entry.sequences) changeSubmission(queue, sequence, { testsAlone: true });
  sendBack(queue, entry, "Waits to be tested alone: its batch failed, and every part of it passed.");
  return false;
}

/** Tells whether nothing came between a part's test and its merge, so that another test is redundant. */
function suffices(queue: QueueDraft, { sequences, testRunId }: BisectionPart): boolean {
  if (!skipsRedundantTests(queue) || testRunId === undefined) return false;
  const targets = uniteTargets(queue, sequences);
  const { createdAtMs } = findTestRun(queue, testRunId);
  return findRelated(queue, queue.line, targets).length === 0 && !hasMerged(queue, createdAtMs, targets, []);
}

function halve({ id, sequences }: Pick<BisectionPart, "id" | "sequences">): BisectionPart[] {
  const middle = Math.ceil(sequences.length / 2);
  const waiting = { phase: "waiting", testRunId: undefined, timesOutAtMs: undefined } as const;
  return [
    { ...waiting, id: 2 * id, sequences: sequences.slice(0, middle) },
    { ...waiting, id: 2 * id + 1, sequences: sequences.slice(middle) },
  ];
}

function replacePart(entry: LineEntryDraft, part: BisectionPart, by: readonly BisectionPart[]): void {
  entry.parts = entry.parts.flatMap((one) => (one.id === part.id ? by : [one]));
}

function skipsRedundantTests(queue: QueueDraft): boolean {
  return queue.settings.optimizationMode === "bisection_skip_redundant_tests";
}
