import type { Clock } from "./clock";

/** The service's own clock, learnt from the header `Date` of its responses. */
export class ServiceClock {
  readonly #clock: Clock;
  /** Minimum milliseconds by which it is ahead of this machine's. Negative if it is behind. */
  #leadMs: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  learn({ date = "" }: { readonly date?: string | undefined }): void {
    const toldMs = Date.parse(date);
    if (Number.isNaN(toldMs)) return;
    const leadMs = toldMs - this.#clock.now();
    this.#leadMs = Math.max(leadMs, this.#leadMs ?? leadMs);
  }

  /** Returns a time that it has passed by now. Undefined if no response had one. */
  tell(): number | undefined {
    return this.#leadMs === undefined ? undefined : this.#clock.now() + this.#leadMs;
  }
}
