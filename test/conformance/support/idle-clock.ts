import type { Clock } from "../../../src/api/clock";

interface Sleeper {
  readonly dueAt: number;
  readonly wake: () => void;
}

/**
 * Time that passes only while no request is in progress: sleepers wake one after the other, as soon as all requests
 * are done. Tests never wait, and no request ever takes too long, however slow the machine is.
 */
export class IdleClock implements Clock {
  #now = 0;
  #working = 0;
  #isPlanned = false;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", abort);
      };
      const abort = (): void => {
        end();
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        end();
        resolve();
      };
      const sleeper = { dueAt: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", abort, { once: true });
      this.#plan();
    });
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
      if (this.#working > 0) return;
      let next: Sleeper | undefined;
      for (const sleeper of this.#sleepers) {
        if (next === undefined || sleeper.dueAt < next.dueAt) next = sleeper;
      }
      if (next === undefined) return;
      this.#now = Math.max(this.#now, next.dueAt);
      next.wake();
      this.#plan();
    });
  }
}
