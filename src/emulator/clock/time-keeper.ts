import type { QueueEngine } from "../../engine/queue-engine";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { AutomaticEvent, AutomaticEvents } from "../auto/automatic-events";

/** `real`: the clock follows the clock of the machine. `manual`: the clock stands still until it is moved. */
export type ClockMode = "real" | "manual";

/** State of a clock: ahead of the machine's clock by a fixed time, or stopped. */
export type ClockState =
  | { readonly mode: "real"; readonly aheadMs: number }
  | { readonly mode: "manual"; readonly nowMs: number };

/** End of the year 9999, in milliseconds since 1970 (UTC). A year in ISO 8601 has four digits. */
const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Result of {@link EmulatorClock.runUntilIdle}. */
export interface IdleReport {
  /** How many times the clock moved to its next due change. */
  readonly steps: number;
  /** True if nothing is due any more; false if the clock stopped at `maxSteps`. */
  readonly isIdle: boolean;
  /** Time of the clock, in milliseconds since 1970 (UTC). */
  readonly nowMs: number;
}

/** The clock of a running local service. */
export interface EmulatorClock {
  readonly mode: ClockMode;
  /** Milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  /** Time of the next due change, in milliseconds since 1970 (UTC); undefined if nothing is due. */
  readonly nextDueMs: number | undefined;
  /** Stops the clock (`manual`), or lets it run on from its current time at the machine's pace (`real`). */
  setMode(mode: ClockMode): void;
  /**
   * Moves the clock to a time: an integer, in milliseconds since 1970 (UTC). Each change that is due by then
   * happens at its own time. @throws MergeQueueError `invalid_request` if the clock is already later
   */
  set(nowMs: number): void;
  /** Moves the clock forward by `ms`, an integer of at least 0. @throws MergeQueueError `invalid_request` */
  advance(ms: number): void;
  /** Moves the clock to the next due change. Returns that time in milliseconds; undefined if none is due. */
  advanceToNext(): number | undefined;
  /** Calls {@link EmulatorClock.advanceToNext} until nothing is due, or `maxSteps` times (default 100000). */
  runUntilIdle(limits?: { readonly maxSteps?: number }): IdleReport;
}

export interface KeeperParts {
  /** Returns the machine's time in milliseconds since 1970 (UTC). */
  readonly readMachine: () => number;
  readonly state: ClockState;
  /** Called after every move of the clock, including changes of the mode. */
  readonly onMove: (state: ClockState) => void;
  /** Makes the engine, which calls `now` to learn the time. */
  readonly makeEngine: (now: () => number) => QueueEngine;
  readonly automatic: AutomaticEvents | undefined;
}

/** Events that keep arriving from outside. They never count as due, so that the clock can become idle. */
export interface PlannedArrivals {
  /** Time of the next arrival, in milliseconds since 1970 (UTC). */
  readonly findNextMs: () => number;
  /** Applies the events that arrive at this time. */
  readonly arrive: (nowMs: number) => void;
}

/** The clock of an engine. This clock applies due changes in order of time. */
export class TimeKeeper implements EmulatorClock {
  readonly engine: QueueEngine;
  /** Default: nothing arrives. */
  arrivals: PlannedArrivals | undefined;
  readonly #parts: KeeperParts;
  #state: ClockState;
  #momentMs: number | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#state = parts.state;
    this.engine = parts.makeEngine(() => this.#momentMs ?? this.nowMs);
  }

  get state(): ClockState {
    return this.#state;
  }

  get mode(): ClockMode {
    return this.#state.mode;
  }

  get nowMs(): number {
    const state = this.#state;
    return state.mode === "manual" ? state.nowMs : this.#parts.readMachine() + state.aheadMs;
  }

  get nextDueMs(): number | undefined {
    const nextMs = this.#tryFindReport()?.atMs ?? Infinity;
    const dueMs = Math.min(this.engine.nextDueMs() ?? Infinity, nextMs);
    // Nothing happens after the latest moment.
    return dueMs <= LATEST_MS ? dueMs : undefined;
  }

  setMode(mode: ClockMode): void {
    if (mode !== this.#state.mode) this.restore(this.#toState(mode, this.nowMs));
  }

  set(nowMs: number): void {
    this.#moveTo(nowMs);
    this.passTime();
  }

  advance(ms: number): void {
    if (!Number.isSafeInteger(ms) || ms < 0) {
      const message = `The local service's clock moves forward by a whole number of milliseconds, at least 0, not by ${ms}.`;
      throw refuse("ms", message);
    }
    this.set(this.nowMs + ms);
  }

  advanceToNext(): number | undefined {
    this.passTime();
    const dueMs = this.nextDueMs;
    if (dueMs === undefined) return undefined;
    // A real clock may have passed the moment already.
    if (dueMs > this.nowMs) this.#moveTo(dueMs);
    this.passTime();
    return dueMs;
  }

  runUntilIdle({ maxSteps = 100_000 }: { readonly maxSteps?: number } = {}): IdleReport {
    if (!Number.isSafeInteger(maxSteps) || maxSteps < 1) {
      throw refuse("maxSteps", `maxSteps must be an integer of at least 1, not ${maxSteps}.`);
    }
    let steps = 0;
    while (steps < maxSteps && this.advanceToNext() !== undefined) steps += 1;
    return { steps, isIdle: this.nextDueMs === undefined, nowMs: this.nowMs };
  }

  passTime(): void {
    const untilMs = this.nowMs;
    for (;;) {
      const dueMs = this.engine.nextDueMs() ?? Infinity;
      const next = this.#tryFindReport();
      const nextMs = next?.atMs ?? Infinity;
      const arrivalMs = this.arrivals?.findNextMs() ?? Infinity;
      if (Math.min(dueMs, nextMs, arrivalMs) > untilMs) break;
      // A tick may start or end runs, so the next report is looked up again afterwards.
      if (arrivalMs < Math.min(dueMs, nextMs)) this.at(arrivalMs, () => this.arrivals?.arrive(arrivalMs));
      else if (next === undefined || dueMs < nextMs) this.#tickAt(dueMs);
      else this.#report(next);
    }
    this.#tickAt(untilMs);
  }

  /** Applies an automatic report. @throws Error if it changes nothing: it would then be due for ever */
  #report({ atMs, event }: AutomaticEvent): void {
    const { queues } = this.engine.state;
    this.at(atMs, () => this.engine.apply(event));
    if (this.engine.state.queues !== queues) return;
    const what = `An automatic report at ${new Date(atMs).toISOString()}`;
    throw new Error(`${what} changes nothing: ${JSON.stringify(event)}`);
  }

  at(momentMs: number, act: () => unknown): void {
    this.#momentMs = momentMs;
    try {
      act();
    } finally {
      this.#momentMs = undefined;
    }
  }

  /** Restores a state of the clock. No other method may move time back. */
  restore(state: ClockState): void {
    this.#state = state;
    this.#parts.onMove(state);
  }

  #moveTo(nowMs: number): void {
    if (!Number.isSafeInteger(nowMs) || nowMs > LATEST_MS) {
      const rule = "A moment is a whole number of milliseconds since 1970, up to the end of the year 9999";
      throw refuseMove(`${rule}, not ${nowMs}`);
    }
    if (nowMs < this.nowMs) {
      const [wanted, now] = [new Date(nowMs).toISOString(), new Date(this.nowMs).toISOString()];
      throw refuseMove(`Time never moves back: the clock shows ${now}, and ${wanted} is earlier`);
    }
    this.restore(this.#toState(this.mode, nowMs));
  }

  #toState(mode: ClockMode, nowMs: number): ClockState {
    return mode === "manual" ? { mode, nowMs } : { mode, aheadMs: nowMs - this.#parts.readMachine() };
  }

  #tryFindReport(): AutomaticEvent | undefined {
    return this.#parts.automatic?.tryFindNext(this.engine.state);
  }

  #tickAt(momentMs: number): void {
    this.at(momentMs, () => this.engine.apply({ type: "tick" }));
  }
}

function refuseMove(reason: string): MergeQueueError {
  return refuse("nowMs", `The local service's clock cannot be moved. ${reason}. Give another moment.`);
}

function refuse(field: string, message: string): MergeQueueError {
  return new MergeQueueError("invalid_request", message, { field });
}
