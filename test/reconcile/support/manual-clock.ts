import type { Clock } from "../../../src/api/clock";

/** A clock that moves only by sleeping or by hand, so that no test waits. */
export class ManualClock implements Clock {
  /** Every wait that was begun, in milliseconds. */
  readonly sleeps: number[] = [];
  #nowMs = 1_000_000;
  #events: { readonly atMs: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#nowMs;
  }

  /** Advances the clock, and runs everything that is due until then. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (const event of this.#takeEventsUntil(untilMs)) {
      this.#nowMs = event.atMs;
      event.run();
    }
    this.#nowMs = untilMs;
  }

  /** Plans something for `ms` milliseconds from now. */
  after(ms: number, run: () => void): void {
    this.#events.push({ atMs: this.#nowMs + ms, run });
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    const untilMs = this.#nowMs + ms;
    for (const event of this.#takeEventsUntil(untilMs)) {
      this.#nowMs = event.atMs;
      event.run();
      signal?.throwIfAborted();
    }
    this.#nowMs = untilMs;
  }

  #takeEventsUntil(untilMs: number): { readonly atMs: number; readonly run: () => void }[] {
    const due = this.#events.filter((event) => event.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
    this.#events = this.#events.filter((event) => event.atMs > untilMs);
    return due;
  }
}
