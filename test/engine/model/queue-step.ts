import type { EngineEvent } from "../../../src/engine/engine-event";
import type { EngineOptions } from "../../../src/engine/engine-options";
import type { EngineState, EngineTest, Queue, Submission } from "../../../src/engine/engine-state";

/** What one event, or one due moment, has changed in one queue. */
export interface QueueStep {
  /** A tick: something was due. */
  readonly event: EngineEvent;
  readonly options: EngineOptions;
  /** Everything, after it. */
  readonly state: EngineState;
  readonly before: Queue;
  readonly after: Queue;
  /** All submissions ever: that with a sequence is at the index below it. */
  readonly submissions: readonly Submission[];
  /** All runs ever, in no particular order. */
  readonly runs: readonly EngineTest[];
  /** Those that are new. */
  readonly started: readonly EngineTest[];
  /** Those that are in progress now. */
  readonly running: readonly EngineTest[];
  /** Submissions that have left the queue, in that order. */
  readonly concluded: readonly Submission[];
}

/** Something that must hold of every step of a queue. */
export interface Law {
  /** The rule, as the title of its test. */
  readonly title: string;
  /**
   * Begins to watch a queue that has just been created.
   * @returns a function that checks a step, and returns its violations
   */
  readonly begin: () => (step: QueueStep) => string | undefined;
}

/** Compares two versions of a queue, of which the second may be the first. */
export function readStep(
  given: Pick<QueueStep, "event" | "options" | "state" | "before" | "after">,
): QueueStep {
  const { before, after } = given;
  const runs = [...after.testRuns.values()];
  const submissions = [...after.submissions.values()];
  const concluded =
    before.concluded.size === after.concluded.size
      ? []
      : Array.from(
          after.concluded.values(before.concluded.size + 1),
          (sequence) => submissions[sequence - 1],
        );
  return {
    ...given,
    submissions,
    runs,
    started:
      before.testRuns.size === after.testRuns.size ? [] : runs.filter(({ id }) => !before.testRuns.has(id)),
    running: runs.filter(({ status }) => status === "in_progress"),
    concluded: concluded.filter((submission) => submission !== undefined),
  };
}

/** Numbers of submissions, for people. */
export function showNumbers(queue: Queue, sequences: Iterable<number>): string {
  return Array.from(sequences, (sequence) => `#${queue.submissions.get(sequence)?.number ?? "?"}`).join(", ");
}

/** The mode in which runs start: while the queue switches modes, the former one. */
export function findLineMode({ settings: { mode }, isSwitchingModes }: Queue): "single" | "parallel" {
  const other = mode === "single" ? "parallel" : "single";
  return isSwitchingModes ? other : mode;
}

/** Tells whether a submission has left the queue. */
export function isConcluded({ state }: Pick<Submission, "state">): boolean {
  return state === "merged" || state === "failed" || state === "cancelled";
}

/** Tells whether a submission has merged, but not by hand. */
export function isMergedByQueue({ state, history }: Submission): boolean {
  return state === "merged" && history.at(-1)?.reason !== "MANUAL_MERGE";
}
