import { MergeQueueError } from "../../queue/merge-queue-error";
import type { AutomaticEvents } from "../auto/automatic-events";
import type { QueueEngine } from "../engine/queue-engine";
import type { ClockMode, ServiceClock } from "./service-clock";
import { LATEST_MS } from "./service-clock";

/** What became of {@link EmulatorClock.runUntilIdle}. */
export interface IdleReport {
  /** How many moments something was due at. */
  readonly steps: number;
  /** Whether nothing is due any more; false: it stopped at `maxSteps`. */
  readonly isIdle: boolean;
  /** Where the clock stands, in milliseconds since 1970 (UTC). */
  readonly nowMs: number;
}

/** The clock of a local service that runs. */
export interface EmulatorClock {
  /** `real`: it goes with the machine's. `manual`: it stands still until it is moved. */
  readonly mode: ClockMode;
  /** Milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** The next moment at which something happens by itself, in milliseconds since 1970 (UTC); undefined: none. */
  readonly nextDueMs: number | undefined;
  /** Stops it, or lets it go on with the machine's from where it stands. */
  setMode(mode: ClockMode): void;
  /**
   * Moves it to a moment. What is due until then happens on the way, each thing at its own moment.
   * @param nowMs - milliseconds since 1970 (UTC), whole
   * @throws MergeQueueError `invalid_request` if that is in its past
   */
  set(nowMs: number): void;
  /**
   * Moves it forward.
   * @param ms - milliseconds, whole, at least 0
   * @throws MergeQueueError `invalid_request` if it is anything else
   */
  advance(ms: number): void;
  /**
   * Moves it to the next moment at which something happens by itself.
   * @returns that moment in milliseconds since 1970 (UTC), or undefined if there is none
   */
  advanceToNext(): number | undefined;
  /**
   * Does that until nothing is left to happen: as fast as possible.
   * @param limits.maxSteps - at how many moments it gives up, at least 1. Default: 100000
   */
  runUntilIdle(limits?: { readonly maxSteps?: number }): IdleReport;
}

/** How many moments {@link EmulatorClock.runUntilIdle} goes through unless told otherwise. */
const DEFAULT_MAX_STEPS = 100_000;

/**
 * Lets time pass for an engine: what is due in it and what CI reports by itself happen in order of
 * time, also when the clock has made a big jump.
 */
export class TimeKeeper implements EmulatorClock {
  readonly #clock: ServiceClock;
  readonly #engine: QueueEngine;
  readonly #automatic: AutomaticEvents | undefined;
  /** The moment that the engine is at while time passes for it. */
  #momentMs: number | undefined;

  /**
   * @param makeEngine - makes the engine, given where it reads its time
   * @param automatic - what CI reports by itself; undefined: nothing
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

  /** The engine that time passes for. */
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
    // What is due behind the end of time never happens.
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
    // A clock that goes on by itself may have passed the moment since.
    if (dueMs > this.nowMs) this.#clock.moveTo(dueMs);
    this.passTime();
    return dueMs;
  }

  runUntilIdle({ maxSteps = DEFAULT_MAX_STEPS }: { readonly maxSteps?: number } = {}): IdleReport {
    if (!Number.isSafeInteger(maxSteps) || maxSteps < 1) {
      throw new MergeQueueError(
        "invalid_request",
        `The most steps to take are a whole number of at least 1, not ${maxSteps}.`,
        { field: "maxSteps" },
      );
    }
    let steps = 0;
    while (steps < maxSteps && this.advanceToNext() !== undefined) steps += 1;
    return { steps, isIdle: this.nextDueMs === undefined, nowMs: this.nowMs };
  }

  /** Lets everything happen that is due until now. */
  passTime(): void {
    const untilMs = this.#clock.nowMs;
    for (;;) {
      const dueMs = this.#engine.nextDueMs() ?? Infinity;
      const next = this.#automatic?.tryFindNext(this.#engine.state);
      const nextMs = next?.atMs ?? Infinity;
      if (Math.min(dueMs, nextMs) > untilMs) break;
      // What the engine does by itself may start runs or end them: what CI reports is looked up anew afterwards.
      if (next === undefined || dueMs <= nextMs) this.#tickAt(dueMs);
      else this.at(nextMs, () => this.#engine.apply(next.event));
    }
    this.#tickAt(untilMs);
  }

  /**
   * Does something to the engine as if it were that moment.
   * @param momentMs - milliseconds since 1970 (UTC)
   */
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
