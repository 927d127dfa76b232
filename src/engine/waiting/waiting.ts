import type { QueueDraft } from "../draft/queue-draft";
import type { Queue, Submission } from "../engine-state";
import { TIME_IN_QUEUE_BOUNDS_SECONDS } from "../engine-state";
import { findSubmission, skipsTheLine, wasBisected } from "../queue-contents";
import { readReadiness } from "../readiness";
import type { Cause, StateChange } from "../state-change";

type Times = Pick<Submission, "stateChangedAtMs" | "enteredAtMs" | "firstTestedAtMs" | "waitedMs">;

interface Changes extends Partial<Omit<Submission, keyof Times | "history">>, Partial<Cause> {
  /** The run that decided, if it is not its own. */
  readonly deciderId?: string | undefined;
}

/** Changes a submission. With its state, its times and its history change. */
export function changeSubmission(
  queue: QueueDraft,
  sequence: number,
  { word = "", actor, deciderId, ...changes }: Changes,
): Submission {
  const before = findSubmission(queue, sequence);
  const { nowMs } = queue.engine;
  const { state } = changes;
  const hasNewState = state !== undefined && state !== before.state;
  const changed = hasNewState
    ? { ...before, ...changes, ...changeTimes(before, state, nowMs) }
    : { ...before, ...changes };
  // What is tested again in its place keeps its state, but each run is a change of its own.
  const isRecorded = state === "testing" ? changes.testRunId !== undefined : state !== undefined;
  const history = isRecorded
    ? extendHistory(before, {
        state: changed.state,
        atMs: nowMs,
        reason: word,
        actor,
        testRunId: deciderId ?? changed.testRunId,
      })
    : before.history;
  const submission = { ...changed, history };
  queue.submissions.set(sequence, submission);
  if (hasNewState && before.state === "testing" && state === "pending") countRestart(queue, before);
  return submission;
}

/** Records that a submission is to be tested again, although it keeps its place and its state. */
export function recordRestart(queue: QueueDraft, sequence: number, { word, actor }: Cause): void {
  const before = findSubmission(queue, sequence);
  const change: StateChange = {
    state: "pending",
    atMs: queue.engine.nowMs,
    reason: word,
    actor,
    testRunId: undefined,
  };
  queue.submissions.set(sequence, { ...before, history: extendHistory(before, change) });
}

/** States that are about a test run. */
const OF_RUNS: ReadonlySet<string> = new Set(["testing", "tests_passed", "pending_failure", "failed"]);

function extendHistory({ history }: Submission, change: StateChange): readonly StateChange[] {
  const { state, reason } = change;
  if (state !== "testing" && history.at(-1)?.state === state) return history;
  const isAboutRun = OF_RUNS.has(state) && !reason.startsWith("START_");
  return [...history, isAboutRun ? change : { ...change, testRunId: undefined }];
}

/** Puts a submission among the waiting ones. @param cause - why it waits if ready; undefined: as before */
export function putToWaiting(queue: QueueDraft, sequence: number, cause?: Cause): void {
  const before = findSubmission(queue, sequence);
  removeFromWaiting(queue, before);
  // A priority that is raised later acts the next time that it is placed.
  const isPlaced = before.turn === undefined || before.state === "not_ready";
  const isUrgent = skipsTheLine(before) && (before.isUrgent || isPlaced);
  const turn = formatTurn({ ...before, isUrgent });
  const isReady = readReadiness(queue, before, queue.engine.options).obstacle === undefined;
  const kept = before.state === "pending" ? before.reason : "Waits for its turn.";
  const waiting = changeSubmission(queue, sequence, {
    state: isReady ? "pending" : "not_ready",
    ...(cause ?? { word: "MERGE_ITEM_NOW_READY", reason: kept }),
    ...(isReady ? {} : { word: "", reason: "" }),
    turn,
    isUrgent,
  });
  queue.waiting.set(turn, sequence);
  if (!isReady) queue.notReady.set(formatSince(waiting), sequence);
  if (isReady && !isHeldBack(queue, before)) queue.ready.set(turn, sequence);
}

/** Removes a submission from the waiting ones, if it is there. */
export function removeFromWaiting(queue: QueueDraft, submission: Submission): void {
  const { sequence, turn } = submission;
  if (turn === undefined) return;
  queue.notReady.delete(formatSince(submission));
  queue.waiting.delete(turn);
  queue.ready.delete(turn);
  changeSubmission(queue, sequence, { turn: undefined });
}

/** Removes a submission from its queue permanently. It must have left the line. */
export function concludeSubmission(
  queue: QueueDraft,
  sequence: number,
  state: "merged" | "failed" | "cancelled",
  cause: Cause,
): void {
  const before = findSubmission(queue, sequence);
  removeFromWaiting(queue, before);
  changeSubmission(queue, sequence, { state, ...cause });
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

/** Tells whether it waits for the end of a drain or mode switch; what has been in the line is not held. */
export function isHeldBack(
  { heldFromSequence, isSwitchingModes }: Queue,
  { sequence, place }: Pick<Submission, "sequence" | "place">,
): boolean {
  if (place !== undefined) return false;
  return isSwitchingModes || (heldFromSequence !== undefined && sequence >= heldFromSequence);
}

/** Digits of the largest place and sequence. */
const DIGITS = 15;
const PRIORITY_DIGITS = 10;

/** Sorts by: urgent, in the line before (by place), priority, submission. */
function formatTurn(submission: Pick<Submission, "isUrgent" | "place" | "priority" | "sequence">): string {
  const { isUrgent, place, priority, sequence } = submission;
  return [
    isUrgent ? "0" : "1",
    place === undefined ? "1" : `0${pad(place, DIGITS)}`,
    pad(priority.value, PRIORITY_DIGITS),
    pad(sequence, DIGITS),
  ].join("-");
}

/** Sorts by the time since when a submission is in its state. */
function formatSince({
  stateChangedAtMs,
  sequence,
}: Pick<Submission, "stateChangedAtMs" | "sequence">): string {
  return `${pad(stateChangedAtMs, DIGITS)}-${pad(sequence, DIGITS)}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

function changeTimes(before: Submission, state: Submission["state"], nowMs: number): Times {
  let { enteredAtMs } = before;
  const { firstTestedAtMs, waitedMs } = before;
  if (before.state === "not_ready") {
    if (enteredAtMs !== undefined) enteredAtMs += nowMs - before.stateChangedAtMs;
    else if (state !== "cancelled") enteredAtMs = nowMs;
  }
  if (state !== "testing" || firstTestedAtMs !== undefined || enteredAtMs === undefined) {
    return { stateChangedAtMs: nowMs, enteredAtMs, firstTestedAtMs, waitedMs };
  }
  return { stateChangedAtMs: nowMs, enteredAtMs, firstTestedAtMs: nowMs, waitedMs: nowMs - enteredAtMs };
}

/** How long restarts are kept, in milliseconds: metrics are about the last hour. */
export const RESTARTS_KEPT_MS = 3_600_000;

/** Counts a restart if the run was cancelled; in a bisection always: the rest of the batch starts over. */
export function countRestart(queue: QueueDraft, submission: Submission): void {
  const isBisected = wasBisected(queue, submission);
  const run = submission.testRunId === undefined ? undefined : queue.testRuns.get(submission.testRunId);
  if (!isBisected && run?.status !== "cancelled") return;
  const { nowMs } = queue.engine;
  const { main, bisection } = queue.restarts.get(nowMs) ?? { main: 0, bisection: 0 };
  const restarts = isBisected ? { main, bisection: bisection + 1 } : { main: main + 1, bisection };
  const isNew = queue.restarts.set(nowMs, restarts);
  if (!isNew) return;
  const outdated: number[] = [];
  for (const [atMs] of queue.restarts.entries()) {
    if (atMs > nowMs - RESTARTS_KEPT_MS) break;
    outdated.push(atMs);
  }
  for (const atMs of outdated) queue.restarts.delete(atMs);
}
