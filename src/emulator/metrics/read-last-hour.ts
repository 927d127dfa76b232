import { findSubmission } from "../../engine/draft/queue-draft";
import type { Queue, Submission } from "../../engine/engine-state";
import { listEnqueued } from "../../engine/list-enqueued";
import { wasBisected } from "../../engine/waiting/waiting";

/** What a service counts separately: the queue itself, and the bisections of its failed batches. */
export const QUEUE_TYPES = ["main", "bisection"] as const;

/** One of {@link QUEUE_TYPES}. */
export type QueueType = (typeof QUEUE_TYPES)[number];

/** State of queues now, and what happened in them in the last hour; durations in milliseconds. */
export class Readings {
  depth = 0;
  awaitingMergeability = 0;
  testing = 0;
  readonly concluded = { merged: 0, failed: 0, cancelled: 0 };
  restarts = 0;
  /** From entering until the first test run started. */
  readonly waitsMs: number[] = [];
  /** One for each pull request of a run that ended with a result. */
  readonly testsMs: number[] = [];
  /** From entering until leaving. */
  readonly timesInQueueMs: number[] = [];
}

const HOUR_MS = 3_600_000;

/** Adds what a queue shows to readings. What is exactly one hour old is no longer part of the last hour. */
export function addReadings(readings: Record<QueueType, Readings>, queue: Queue, nowMs: number): void {
  const afterMs = nowMs - HOUR_MS;
  const bisected = new Set(
    queue.line.flatMap(({ phase, sequences }) => (phase === "bisecting" ? sequences : [])),
  );
  for (const submission of listEnqueued(queue)) {
    addEnqueued(readings[bisected.has(submission.sequence) ? "bisection" : "main"], submission);
    addWait(readings.main, submission, afterMs);
  }
  for (const [, sequence] of queue.concluded.entriesReversed()) {
    const submission = findSubmission(queue, sequence);
    if (submission.stateChangedAtMs <= afterMs) break;
    addConcluded(readings[readLastType(queue, submission)], submission);
    addWait(readings.main, submission, afterMs);
  }
  for (const run of queue.testRuns.values()) {
    if (run.status !== "succeeded" && run.status !== "failed") continue;
    if (run.concludedAtMs === undefined || run.concludedAtMs <= afterMs) continue;
    const durationMs = run.concludedAtMs - run.createdAtMs;
    readings[run.isBisection ? "bisection" : "main"].testsMs.push(...run.sequences.map(() => durationMs));
  }
  for (const [, { main, bisection }] of queue.restarts.entries(afterMs + 1)) {
    readings.main.restarts += main;
    readings.bisection.restarts += bisection;
  }
}

function addEnqueued(readings: Readings, { state }: Submission): void {
  if (state === "not_ready") readings.awaitingMergeability += 1;
  else readings.depth += 1;
  if (state === "testing") readings.testing += 1;
}

function addWait({ waitsMs }: Readings, { firstTestedAtMs, waitedMs }: Submission, afterMs: number): void {
  if (firstTestedAtMs === undefined || waitedMs === undefined || firstTestedAtMs <= afterMs) return;
  waitsMs.push(waitedMs);
}

function addConcluded(readings: Readings, { state, stateChangedAtMs, enteredAtMs }: Submission): void {
  if (state === "merged" || state === "failed" || state === "cancelled") readings.concluded[state] += 1;
  if (enteredAtMs !== undefined) readings.timesInQueueMs.push(stateChangedAtMs - enteredAtMs);
}

/** A pull request can also fail without a run of its own, because the rest of its batch passed. */
function readLastType(queue: Queue, submission: Submission): QueueType {
  if (wasBisected(queue, submission)) return "bisection";
  const run = submission.testRunId === undefined ? undefined : queue.testRuns.get(submission.testRunId);
  return submission.state === "failed" && run !== undefined && run.sequences.length > 1
    ? "bisection"
    : "main";
}
