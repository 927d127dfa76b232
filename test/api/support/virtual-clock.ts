import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../../src/api/clock";

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/** Time that passes only while all callers wait: hours of waiting take no time. */
export class VirtualClock implements Clock {
  #now = 1_000;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      const wake = (): void => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const sleeper = { wakeAt: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", onAbort);
    });
  }

  /** Advances the time without waking sleepers, as work does. */
  pass(ms: number): void {
    this.#now += ms;
  }

  /** How many sleep at the moment. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Lets time pass, from one sleeper's end to the next, until the promise settles. */
  async settle<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const mark = (): void => {
      isSettled = true;
    };
    promise.then(mark, mark);
    for (let turn = 0; turn < 100_000; turn++) {
      await nextTurn();
      // A closure sets it.
      if (isSettled as boolean) return promise;
      this.#wakeNext();
    }
    throw new Error("the promise does not settle, however much time passes");
  }

  #wakeNext(): void {
    const next = [...this.#sleepers].sort((a, b) => a.wakeAt - b.wakeAt)[0];
    if (next === undefined) return;
    this.#sleepers.delete(next);
    this.#now = Math.max(this.#now, next.wakeAt);
    next.wake();
  }
}
