import type { QueueEngine } from "../../engine/queue-engine";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { AutomaticEvents } from "../auto/automatic-events";
import { type ClockMode, LATEST_MS, type ServiceClock } from "./service-clock";

/** Result of {@link EmulatorClock.runUntilIdle}. */
export interface IdleReport {
  /** Number of times at which something was due. */
  readonly steps: number;
  /** Whether nothing is due; false: it stopped at `maxSteps`. */
  readonly isIdle: boolean;
  /** Time of the clock, in milliseconds since 1970 (UTC). */
  readonly nowMs: number;
}

/** The clock of a running local service. */
export interface EmulatorClock {
  readonly mode: ClockMode;
  /** Milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** When something is due next, in milliseconds since 1970 (UTC); undefined: nothing is. */
  readonly nextDueMs: number | undefined;
  /** Stops the clock, or lets it follow the machine's from its current time. */
  setMode(mode: ClockMode): void;
  /**
   * Moves the clock to a time. Everything that is due until then happens at its own time.
   * @param nowMs - milliseconds since 1970 (UTC), an integer
   * @throws MergeQueueError `invalid_request` if that is in its past
   */
  set(nowMs: number): void;
  /**
   * Moves the clock forward.
   * @param ms - milliseconds, an integer, at least 0
   * @throws MergeQueueError `invalid_request` if it is anything else
   */
  advance(ms: number): void;
  /**
   * Moves the clock to the next time at which something is due.
   * @returns that time in milliseconds since 1970 (UTC); undefined: nothing is due
   */
  advanceToNext(): number | undefined;
  /**
   * Repeats {@link EmulatorClock.advanceToNext}, as fast as possible, until nothing is due.
   * @param limits.maxSteps - maximum number of steps, at least 1. Default: 100000
   */
  runUntilIdle(limits?: { readonly maxSteps?: number }): IdleReport;
}

const DEFAULT_MAX_STEPS = 100_000;

/**
 * Lets time pass for an engine: due changes and automatic reports happen in chronological order, even after a jump.
 */
export class TimeKeeper implements EmulatorClock {
  readonly #clock: ServiceClock;
  readonly #engine: QueueEngine;
  readonly #automatic: AutomaticEvents | undefined;
  /** The current moment of the engine while time passes. */
  #momentMs: number | undefined;

  /**
   * @param makeEngine - makes the engine, which reads its time from `now`
   * @param automatic - automatic reports; undefined: none
   */
  constructor(
    clock: ServiceClock,
    makeEngine: (now: () => number) => QueueEngine,
    automatic: AutomaticEvents | undefined,
  ) {
    this.#clock = clock;
    this.#automatic = automatic;
    this.#engine = makeEngine(() => this.#momentMs ?? this.#clock.nowMs);
  }

  get engine(): QueueEngine {
    return this.#engine;
  }

  get mode(): ClockMode {
    return this.#clock.state.mode;
  }

  get nowMs(): number {
    return this.#clock.nowMs;
  }

  get nextDueMs(): number | undefined {
    const moments = [this.#engine.nextDueMs(), this.#automatic?.tryFindNext(this.#engine.state)?.atMs];
    // Nothing happens after the latest moment.
    const due = moments.filter((ms) => ms !== undefined && ms <= LATEST_MS) as readonly number[];
    return due.length === 0 ? undefined : Math.min(...due);
  }

  setMode(mode: ClockMode): void {
    this.#clock.setMode(mode);
  }

  set(nowMs: number): void {
    this.#clock.moveTo(nowMs);
    this.passTime();
  }

  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) {
      throw new MergeQueueError(
        "invalid_request",
        `The local service's clock moves forward by a whole number of milliseconds, at least 0, not by ${ms}.`,
        { field: "ms" },
      );
    }
    this.set(this.nowMs + ms);
  }

  advanceToNext(): number | undefined {
    this.passTime();
    const dueMs = this.nextDueMs;
    if (dueMs === undefined) return undefined;
    // A real clock may have passed the moment already.
    if (dueMs > this.nowMs) this.#clock.moveTo(dueMs);
    this.passTime();
    return dueMs;
  }

  runUntilIdle({ maxSteps = DEFAULT_MAX_STEPS }: { readonly maxSteps?: number } = {}): IdleReport {
    if (!Number.isSafeInteger(maxSteps) || maxSteps < 1) {
      throw new MergeQueueError(
        "invalid_request",
        `maxSteps must be an integer of at least 1, not ${maxSteps}.`,
        { field: "maxSteps" },
      );
    }
    let steps = 0;
    while (steps < maxSteps && this.advanceToNext() !== undefined) steps += 1;
    return { steps, isIdle: this.nextDueMs === undefined, nowMs: this.nowMs };
  }

  /** Applies everything that is due by now. */
  passTime(): void {
    const untilMs = this.#clock.nowMs;
    for (;;) {
      const dueMs = this.#engine.nextDueMs() ?? Infinity;
      const next = this.#automatic?.tryFindNext(this.#engine.state);
      const nextMs = next?.atMs ?? Infinity;
      if (Math.min(dueMs, nextMs) > untilMs) break;
      // A tick may start or end runs, so the next report is looked up again afterwards. Runs that time out at the moment of
      // a report end with it.
      if (next === undefined || dueMs < nextMs) this.#tickAt(dueMs);
      else this.at(nextMs, () => this.#engine.apply(next.event));
    }
    this.#tickAt(untilMs);
  }

  /** Acts on the engine at a moment, in milliseconds since 1970 (UTC). */
  at(momentMs: number, act: () => unknown): void {
    this.#momentMs = momentMs;
    try {
      act();
    } finally {
      this.#momentMs = undefined;
    }
  }

  #tickAt(momentMs: number): void {
    this.at(momentMs, () => {
      this.#engine.tick();
    });
  }
}
