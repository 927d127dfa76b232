import type { QueueIdentity } from "../queue/queue-identity";
import { MINUTE_MS } from "../text/milliseconds";
import {
  type ConcludedPullRequest,
  mayBeTimeout,
  type ObservedMerge,
  type ObservedTest,
  type RecordedSettings,
  type Recording,
  type Window,
} from "./history";
import { type RecordingLine, readRecordingLines, type SeenPullRequest } from "./recording-lines";

const CONCLUSIONS: ReadonlySet<string> = new Set(["merged", "failed", "cancelled"]);
/** States that follow a test that passed. */
const PASSED: ReadonlySet<string> = new Set(["tests_passed", "merged"]);
/** States in which a pull request is still in the line, and is tested again. */
const IN_LINE: ReadonlySet<string> = new Set(["testing", "pending"]);
/** States that follow a test that failed, or took longer than the queue waits. */
const FAILED: ReadonlySet<string> = new Set(["failed", "pending_failure"]);

/** Reads a recording, which is JSON Lines. @throws MergeQueueError as {@link readRecordingLines} */
export function readRecording(text: string, queue: QueueIdentity): Recording {
  const reader = new RecordingReader();
  for (const line of readRecordingLines(text, queue)) reader.read(line);
  return reader.finish();
}

/** A pull request in the queue. Times are in milliseconds since 1970 (UTC). */
interface Watched {
  /** When its state changed. */
  readonly changedMs: number;
  /** Its test in progress, if there is one; `testRunId` if the service shows it. */
  readonly test: { readonly sinceMs: number; readonly testRunId: string | undefined } | undefined;
  /** Whether it counts: as an arrival, or as one that was there before. */
  readonly hasArrived: boolean;
  /** When it became ready, by the clock of the service; undefined if that was not seen. */
  readonly arrivedMs: number | undefined;
}

class RecordingReader {
  readonly #windows: Window[] = [];
  readonly #arrivalsMs: number[] = [];
  readonly #tests: ObservedTest[] = [];
  readonly #conclusions: ConcludedPullRequest[] = [];
  readonly #merges: ObservedMerge[] = [];
  readonly #watched = new Map<number, Watched>();
  #fromMs: number | undefined;
  #toMs = 0;
  #timeoutMinutes = 0;
  #settings: RecordedSettings | undefined;
  #lastSettings: RecordedSettings | undefined;

  read(line: RecordingLine): void {
    const atMs = Date.parse(line.at);
    if (line.event === "start") {
      this.#closeSession();
      this.#fromMs = atMs;
      this.#toMs = atMs;
      this.#settings = line.settings;
      this.#lastSettings = line.settings ?? this.#lastSettings;
      this.#timeoutMinutes = line.testingTimeoutMinutes ?? 0;
    }
    if (this.#fromMs === undefined) return;
    // The clock of the machine may have been set back a little.
    this.#toMs = Math.max(this.#fromMs, this.#toMs, atMs);
    if (line.event === "seen") this.#see(line, atMs);
    if (line.event === "stop") this.#closeSession();
  }

  finish(): Recording {
    this.#closeSession();
    return {
      windows: this.#windows,
      arrivalsMs: this.#arrivalsMs,
      tests: this.#tests,
      conclusions: this.#conclusions,
      merges: this.#merges,
      settings: this.#lastSettings,
    };
  }

  #see(seen: SeenPullRequest, atMs: number): void {
    const { number, state } = seen;
    const changedMs = toMs(seen.stateChangedAt) ?? atMs;
    const before = this.#watched.get(number);
    const test = this.#followTest(before, seen, changedMs, atMs);
    if (isConclusion(state)) {
      const { sha, priority } = seen;
      this.#conclusions.push({ number, sha, conclusion: state, atMs: changedMs, priority });
    }
    if (state === "merged") this.#merge(before, changedMs);
    if (isConclusion(state) || state === "gone") {
      this.#watched.delete(number);
      return;
    }
    // A pull request arrives when it is ready; those that were there when watching began are not arrivals.
    const hasArrived = before?.hasArrived === true || state !== "not_ready";
    const isArrival = hasArrived && before?.hasArrived !== true && atMs !== this.#fromMs;
    if (isArrival) this.#arrivalsMs.push(atMs);
    // What is seen between two looks has its time from the service.
    const arrivedMs = isArrival ? changedMs : before?.arrivedMs;
    this.#watched.set(number, { changedMs, test, hasArrived, arrivedMs });
  }

  /** Ends a test that was in progress if something else follows. @returns the test that is in progress now */
  #followTest(
    before: Watched | undefined,
    { state, testRunId }: SeenPullRequest,
    changedMs: number,
    atMs: number,
  ): Watched["test"] {
    const start = (sinceMs: number): Watched["test"] =>
      state === "testing" ? { sinceMs, testRunId } : undefined;
    const test = before?.test;
    if (test === undefined) return start(changedMs);
    const isSame = changedMs === before?.changedMs;
    if (testRunId !== undefined && test.testRunId !== undefined && testRunId !== test.testRunId) {
      // A service may leave the time as it is where the state is the same.
      const againMs = isSame ? atMs : changedMs;
      this.#endTest(test.sinceMs, againMs, "testing");
      return start(againMs);
    }
    if (state === "testing" && isSame) return test;
    this.#endTest(test.sinceMs, state === "gone" ? atMs : changedMs, state);
    return start(changedMs);
  }

  #merge(before: Watched | undefined, mergedMs: number): void {
    const arrivedMs = before?.arrivedMs;
    if (arrivedMs === undefined || mergedMs < arrivedMs) return;
    this.#merges.push({ arrivedMs, mergedMs, settings: this.#settings });
  }

  /** Tests that began before watching are left out: long ones would be seen more often than short ones. */
  #endTest(startMs: number, endMs: number, state: string): void {
    if (startMs < (this.#fromMs ?? 0) || endMs <= startMs) return;
    // While its batch is bisected, it stays in testing, so that the end of its own run is not seen.
    if (this.#settings?.["batch"] === true && IN_LINE.has(state)) return;
    const minutes = (endMs - startMs) / MINUTE_MS;
    const isTimeout = mayBeTimeout(minutes, this.#timeoutMinutes);
    const isEnded = PASSED.has(state) || (FAILED.has(state) && !isTimeout);
    this.#tests.push({ atMs: endMs, minutes, isCensored: !isEnded });
  }

  #closeSession(): void {
    if (this.#fromMs === undefined) return;
    for (const { test } of this.#watched.values()) {
      if (test !== undefined) this.#endTest(test.sinceMs, this.#toMs, "testing");
    }
    this.#windows.push({ fromMs: this.#fromMs, toMs: this.#toMs });
    // What happens until the next session is unknown.
    this.#watched.clear();
    this.#fromMs = undefined;
  }
}

function isConclusion(state: string): state is ConcludedPullRequest["conclusion"] {
  return CONCLUSIONS.has(state);
}

function toMs(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
