import type { Clock } from "../../src/api/clock";

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/** The longest wait between two polls or retries, in milliseconds; longer waits are timeouts of requests. */
export const LONGEST_POLL_MS = 5_000;

/**
 * Time that passes only while everybody waits: as soon as nothing else is left to do, the next sleeper wakes.
 * Hours of waiting take no time, and no request ever takes too long, however slow the machine is.
 */
export class VirtualClock implements Clock {
  /** Every wait that was begun, in milliseconds. */
  readonly sleeps: number[] = [];
  /** Called when a wait begins that will end. */
  onSleep: () => void = () => undefined;
  readonly #longestMs: number;
  readonly #sleepers = new Set<Sleeper>();
  #now = 0;
  #working = 0;
  #isPlanned = false;

  /**
   * @param longestMs - longer waits never end by themselves. {@link LONGEST_POLL_MS} for real requests, whose
   *   work the clock does not see. Default: all waits end
   */
  constructor(longestMs = Infinity) {
    this.#longestMs = longestMs;
  }

  now(): number {
    return this.#now;
  }

  /** How many sleep at the moment. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    await new Promise<void>((resolve, reject) => {
      const cancel = this.after(ms, () => {
        signal?.removeEventListener("abort", abort);
        resolve();
      });
      const abort = (): void => {
        cancel();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", abort, { once: true });
      if (ms <= this.#longestMs) this.onSleep();
    });
  }

  /** Plans something for `ms` milliseconds from now. @returns a function that cancels it */
  after(ms: number, run: () => void): () => void {
    const sleeper = { dueAt: ms > this.#longestMs ? Infinity : this.#now + ms, wake: run };
    this.#sleepers.add(sleeper);
    this.#plan();
    return () => this.#sleepers.delete(sleeper);
  }

  /** Lets time pass at once, and wakes all that are due until then. */
  advance(ms: number): void {
    const until = this.#now + ms;
    while (this.#wakeNext(until));
    this.#now = until;
  }

  /** Runs a task that takes no time: meanwhile no sleeper wakes. */
  async work<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#working += 1;
    try {
      return await task();
    } finally {
      this.#working -= 1;
      this.#plan();
    }
  }

  /** Checks again after all pending work has run. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      if (this.#working === 0 && this.#wakeNext()) this.#plan();
    });
  }

  #wakeNext(until = Number.MAX_VALUE): boolean {
    let next: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (sleeper.dueAt <= until && sleeper.dueAt < (next?.dueAt ?? Infinity)) next = sleeper;
    }
    if (next === undefined) return false;
    this.#sleepers.delete(next);
    this.#now = Math.max(this.#now, next.dueAt);
    next.wake();
    return true;
  }
}
