import { findBranchVersion } from "../draft/engine-draft";
import type { QueueDraft } from "../draft/queue-draft";
import type { BisectionPart, LineEntry } from "../engine-state";
import { findTestRun, formatNumbers } from "../queue-contents";
import type { Cause } from "../state-change";
import { changeSubmission, concludeSubmission, recordRestart } from "../waiting/waiting";
import {
  changeEntry,
  concludeRun,
  explainBehind,
  explainFailed,
  isOnTopOf,
  sendBack,
  showUndecided,
  testAgainWithout,
} from "./line";

/** Id of the whole batch, which counts as the first part. The chain of its two halves has the same id. */
const BATCH_ID = 1;

/** Splits a failed batch, and tests its second half on top of its first. Entries on top of it restart. */
export function startBisection(queue: QueueDraft, entry: LineEntry): void {
  const numbers = formatNumbers(queue, entry.sequences);
  const parts = halve({ id: BATCH_ID, chain: BATCH_ID, sequences: entry.sequences });
  const failedSets = [nameFailure(queue, entry.testRunId)];
  changeEntry(queue, entry, { phase: "bisecting", hasCulprit: false, parts, failedSets });
  const reason = `${entry.failure} Its batch of ${numbers} is tested in smaller parts.`;
  showWaiting(queue, entry, { reason, word: "BISECTION_REQUIRED" });
  testAgainWithout(queue, entry.sequences);
}

/** Lists the pull requests on top of which a part is tested: those of the earlier parts in its chain. */
export function listAhead({ parts }: LineEntry, { id, chain }: BisectionPart): readonly number[] {
  const before = parts.slice(
    0,
    parts.findIndex((one) => one.id === id),
  );
  return before.flatMap((one) => (one.chain === chain ? one.sequences : []));
}

/** Records how the run of a part ended. {@link settleBisection} then acts on the result. */
export function finishPart(
  queue: QueueDraft,
  entry: LineEntry,
  part: BisectionPart,
  failure: string | undefined,
): void {
  if (failure === undefined) {
    replacePart(queue, entry, part, [{ ...part, phase: "passed" }]);
    const reason = "Has passed in a smaller part of its failed batch.";
    for (const sequence of part.sequences) changeSubmission(queue, sequence, { reason });
    return;
  }
  const failed = replacePart(queue, entry, part, [{ ...part, phase: "failed", failure }]);
  changeEntry(queue, failed, { failedSets: [...entry.failedSets, nameFailure(queue, part.testRunId)] });
}

/** Takes the next step of a bisection. @returns whether there was a step to take */
export function settleBisection(queue: QueueDraft, entry: LineEntry): boolean {
  for (const part of entry.parts) {
    if (part.phase === "failed" && settleFailedPart(queue, entry, part)) return true;
    if (part.phase === "waiting" && reuseFailure(queue, entry, part)) return true;
  }
  if (entry.parts.some(({ phase }) => phase !== "passed")) return false;
  if (!entry.hasCulprit) {
    for (const sequence of entry.sequences) changeSubmission(queue, sequence, { testsAlone: true });
  }
  const reason = entry.hasCulprit
    ? "Waits for its turn again, because it did not make its batch fail."
    : "Waits to be tested alone, because its batch failed but every part of the batch passed.";
  sendBack(queue, entry, { reason, word: "BISECTION_TEST_RUN_PASSED" });
  return true;
}

/** Splits or removes a failed part if every part beneath it has passed. @returns whether it did so */
function settleFailedPart(queue: QueueDraft, entry: LineEntry, part: BisectionPart): boolean {
  const run = findTestRun(queue, part.testRunId ?? "");
  if (entry.parts.every(({ phase, sequences }) => phase === "passed" || !isOnTopOf(run, sequences))) {
    condemn(queue, entry, part);
    return true;
  }
  showUndecided(queue, part.sequences, explainBehind(part.failure));
  return false;
}

/** Splits a part that is at fault. If the part is a single pull request, removes it from the queue. */
function condemn(queue: QueueDraft, entry: LineEntry, part: BisectionPart): void {
  const [sequence] = part.sequences;
  if (sequence === undefined || part.sequences.length > 1) {
    split(queue, entry, part);
    return;
  }
  const sequences = entry.sequences.filter((other) => other !== sequence);
  let left = changeEntry(queue, replacePart(queue, entry, part, []), { hasCulprit: true, sequences });
  concludeSubmission(queue, sequence, "failed", explainFailed(queue, part));
  for (const other of left.parts) {
    if (other.phase === "waiting" || other.phase === "passed" || other.testRunId === undefined) continue;
    const run = findTestRun(queue, other.testRunId);
    if (!isOnTopOf(run, [sequence])) continue;
    if (run.status === "in_progress") concludeRun(queue, run, "cancelled");
    const reason = `Is tested again without ${formatNumbers(queue, [sequence])}.`;
    showWaiting(queue, other, { reason, word: "PREREQUISITE_MERGE_ITEM_FAILED" });
    left = replacePart(queue, left, other, [{ ...other, phase: "waiting" }]);
  }
}

/** Skips a part's test if the same pull requests failed before ("Test caching during bisection", 2026-10). */
function reuseFailure(queue: QueueDraft, entry: LineEntry, part: BisectionPart): boolean {
  if (queue.settings.optimizationMode !== "bisection_skip_redundant_tests") return false;
  const version = findBranchVersion(queue.engine, queue.identity);
  const tested = formatSet(version, [...listAhead(entry, part), ...part.sequences]);
  if (!entry.failedSets.includes(tested)) return false;
  const alone = { ...part, chain: part.id };
  if (part.sequences.length > 1) split(queue, entry, alone);
  else replacePart(queue, entry, part, [alone]);
  return true;
}

/** Restarts those parts of a bisection that are being tested now. */
export function restartParts(queue: QueueDraft, entry: LineEntry, cause: Cause): void {
  let left = entry;
  for (const part of entry.parts) {
    if (part.phase !== "testing" || part.testRunId === undefined) continue;
    concludeRun(queue, findTestRun(queue, part.testRunId), "cancelled");
    showWaiting(queue, part, cause);
    left = replacePart(queue, left, part, [{ ...part, phase: "waiting" }]);
  }
}

function split(queue: QueueDraft, entry: LineEntry, part: BisectionPart): void {
  showWaiting(queue, part, { reason: "Is tested in smaller parts.", word: "BISECTION_REQUIRED" });
  replacePart(queue, entry, part, halve(part));
}

function showWaiting(queue: QueueDraft, { sequences }: Pick<BisectionPart, "sequences">, cause: Cause): void {
  for (const sequence of sequences) {
    recordRestart(queue, sequence, cause);
    changeSubmission(queue, sequence, { state: "testing", reason: cause.reason });
  }
}

const NEW_PART = { phase: "waiting", failure: "", testRunId: undefined, timesOutAtMs: undefined } as const;

function halve({ id, chain, sequences }: Pick<BisectionPart, "id" | "chain" | "sequences">): BisectionPart[] {
  const middle = Math.ceil(sequences.length / 2);
  return [
    { ...NEW_PART, chain, id: 2 * id, sequences: sequences.slice(0, middle) },
    { ...NEW_PART, chain, id: 2 * id + 1, sequences: sequences.slice(middle) },
  ];
}

function replacePart(
  queue: QueueDraft,
  entry: LineEntry,
  { id }: BisectionPart,
  by: readonly BisectionPart[],
): LineEntry {
  return changeEntry(queue, entry, { parts: entry.parts.flatMap((one) => (one.id === id ? by : [one])) });
}

function nameFailure(queue: QueueDraft, id = ""): string {
  const { baseVersion, beneath, sequences, isBisection } = findTestRun(queue, id);
  // Entries ahead of a batch have merged when its parts are tested; those ahead of a part have not.
  return isBisection
    ? formatSet(baseVersion, [...beneath, ...sequences])
    : formatSet(baseVersion + beneath.length, sequences);
}

/** Returns a key for pull requests that are tested together on a version of the branch. */
function formatSet(version: number, sequences: readonly number[]): string {
  return [version, ...[...sequences].sort((a, b) => a - b)].join();
}
