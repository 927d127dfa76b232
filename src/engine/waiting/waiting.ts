import type { Mutable, QueueDraft } from "../draft/queue-draft";
import type { Queue, Submission } from "../engine-state";
import { TIME_IN_QUEUE_BOUNDS_SECONDS } from "../engine-state";
import { findSubmission, skipsTheLine, wasBisected } from "../queue-contents";
import { readReadiness } from "../readiness";
import type { Cause, PublishedReason, StateChange } from "../state-change";

type Times = "stateChangedAtMs" | "enteredAtMs" | "firstReadyAtMs" | "firstTestedAtMs" | "waitedMs";

interface Recorded {
  readonly word?: PublishedReason;
  /** Id of the run that decided the change, if it is a run of another submission. */
  readonly deciderId?: string | undefined;
}

/** Changes a submission. A new state also updates the submission's times and history. */
export function changeSubmission(
  queue: QueueDraft,
  sequence: number,
  changes: Partial<Omit<Submission, Times | "history">>,
  { word: reason = "", deciderId }: Recorded = {},
): Submission {
  const before = findSubmission(queue, sequence);
  const { state } = changes;
  const hasNewState = state !== undefined && state !== before.state;
  // Not shared yet, and so changed in place: further copies take long.
  const submission: Mutable<Submission> = { ...before, ...changes };
  if (hasNewState) changeTimes(submission, before, queue.engine.nowMs);
  // A restart in place keeps its state, but each run is a separate change.
  if (state !== undefined && (state !== "testing" || changes.testRunId !== undefined)) {
    const testRunId = deciderId ?? submission.testRunId;
    submission.history = extendHistory(queue, before, { state, reason, testRunId });
  }
  queue.submissions.set(sequence, submission);
  if (hasNewState && before.state === "testing" && state === "pending") countRestart(queue, before);
  return submission;
}

/** Adds a restart to a submission's history. The submission keeps its place and its state. */
export function recordRestart(queue: QueueDraft, sequence: number, { word: reason }: Cause): void {
  const before = findSubmission(queue, sequence);
  const history = extendHistory(queue, before, { state: "pending", reason, testRunId: undefined });
  queue.submissions.set(sequence, { ...before, history });
}

const OF_RUNS: ReadonlySet<string> = new Set(["testing", "tests_passed", "pending_failure", "failed"]);

function extendHistory(
  { engine: { nowMs: atMs } }: QueueDraft,
  { history }: Submission,
  { state, reason, testRunId }: Pick<StateChange, "state" | "reason" | "testRunId">,
): readonly StateChange[] {
  if (state !== "testing" && history.at(-1)?.state === state) return history;
  const isAboutRun = OF_RUNS.has(state) && !reason.startsWith("START_");
  return [...history, { state, atMs, reason, testRunId: isAboutRun ? testRunId : undefined }];
}

/** Puts a submission among the waiting ones. @param cause - why it waits, if ready. Default: unchanged */
export function putToWaiting(queue: QueueDraft, sequence: number, cause?: Cause): void {
  const before = findSubmission(queue, sequence);
  removeFromWaiting(queue, before);
  // A priority that is raised later takes effect the next time.
  const isPlaced = before.turn === undefined || before.state === "not_ready";
  const isUrgent = skipsTheLine(before) && (before.isUrgent || isPlaced);
  const turn = formatTurn({ ...before, isUrgent });
  const isReady = readReadiness(queue, before, queue.engine.options).obstacle === undefined;
  const kept = before.state === "pending" ? before.reason : "Waits for its turn.";
  const { reason, word } = cause ?? { reason: kept, word: "MERGE_ITEM_NOW_READY" };
  const waiting = isReady
    ? changeSubmission(queue, sequence, { state: "pending", reason, turn, isUrgent }, { word })
    : changeSubmission(queue, sequence, { state: "not_ready", reason: "", turn, isUrgent });
  queue.waiting.set(turn, sequence);
  if (!isReady) queue.notReady.set(formatSince(waiting), sequence);
  if (!isReady || isHeldBack(queue, before)) return;
  queue.ready.set(turn, sequence);
  if (before.pullRequest.isUpToDate) queue.upToDate.set(turn, sequence);
}

/** Removes a submission from the waiting submissions, if it is waiting. The caller changes its `turn`. */
export function removeFromWaiting(queue: QueueDraft, submission: Submission): void {
  const { turn, state } = submission;
  if (turn === undefined) return;
  if (state === "not_ready") queue.notReady.delete(formatSince(submission));
  queue.waiting.delete(turn);
  queue.ready.delete(turn);
  queue.upToDate.delete(turn);
}

/** Removes a submission from its queue permanently. The submission must have left the line. */
export function concludeSubmission(
  queue: QueueDraft,
  sequence: number,
  state: "merged" | "failed" | "cancelled",
  cause: Cause,
): void {
  const before = findSubmission(queue, sequence);
  removeFromWaiting(queue, before);
  changeSubmission(queue, sequence, { state, reason: cause.reason, turn: undefined }, cause);
  queue.concluded.set(queue.concluded.size + 1, sequence);
  const { totals } = queue;
  const seconds = (queue.engine.nowMs - before.submittedAtMs) / 1000;
  const bound = TIME_IN_QUEUE_BOUNDS_SECONDS.findIndex((upper) => seconds <= upper);
  queue.totals = {
    ...totals,
    [state]: totals[state] + 1,
    timeInQueueCounts: totals.timeInQueueCounts.map((count, index) => (index === bound ? count + 1 : count)),
    timeInQueueSumSeconds: totals.timeInQueueSumSeconds + seconds,
  };
}

/** Updates all waiting submissions after a change that affects them all. */
export function refreshWaiting(queue: QueueDraft): void {
  for (const sequence of [...queue.waiting.values()]) putToWaiting(queue, sequence);
}

/** Tells whether a drain or mode switch holds a submission. Neither holds one that has been in the line. */
export function isHeldBack(queue: Queue, { sequence, place }: Submission): boolean {
  if (place !== undefined) return false;
  return queue.isSwitchingModes || sequence >= (queue.heldFromSequence ?? Infinity);
}

const DIGITS = 15;
const PRIORITY_DIGITS = 10;

/** Makes a sort key: first urgency, then the former place in the line, then priority, then sequence. */
function formatTurn({ isUrgent, place, priority, sequence }: Submission): string {
  return [
    isUrgent ? "0" : "1",
    place === undefined ? "1" : `0${pad(place, DIGITS)}`,
    pad(priority.value, PRIORITY_DIGITS),
    pad(sequence, DIGITS),
  ].join("-");
}

function formatSince({ stateChangedAtMs, sequence }: Submission): string {
  return `${pad(stateChangedAtMs, DIGITS)}-${pad(sequence, DIGITS)}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

function changeTimes(submission: Mutable<Submission>, before: Submission, nowMs: number): void {
  const { state, enteredAtMs, firstTestedAtMs } = submission;
  submission.stateChangedAtMs = nowMs;
  if (before.state === "not_ready") {
    if (enteredAtMs !== undefined) submission.enteredAtMs = enteredAtMs + (nowMs - before.stateChangedAtMs);
    else if (state !== "cancelled") submission.enteredAtMs = nowMs;
  }
  submission.firstReadyAtMs ??= submission.enteredAtMs;
  if (state !== "testing" || firstTestedAtMs !== undefined || submission.enteredAtMs === undefined) return;
  submission.firstTestedAtMs = nowMs;
  submission.waitedMs = nowMs - submission.enteredAtMs;
}

/** How long the counts of restarts are kept, in milliseconds. Metrics cover the last hour. */
export const RESTARTS_KEPT_MS = 3_600_000;

/** Counts a restart if the submission's last run was cancelled, or was part of a bisection. */
export function countRestart(queue: QueueDraft, submission: Submission): void {
  const isBisected = wasBisected(queue, submission);
  const run = submission.testRunId === undefined ? undefined : queue.testRuns.get(submission.testRunId);
  if (!isBisected && run?.status !== "cancelled") return;
  const { engine, restarts } = queue;
  const { main, bisection } = restarts.get(engine.nowMs) ?? { main: 0, bisection: 0 };
  restarts.set(engine.nowMs, isBisected ? { main, bisection: bisection + 1 } : { main: main + 1, bisection });
  const isOutdated = (atMs = Infinity): boolean => atMs <= engine.nowMs - RESTARTS_KEPT_MS;
  while (isOutdated(restarts.minKey())) restarts.delete(restarts.minKey() ?? 0);
}
