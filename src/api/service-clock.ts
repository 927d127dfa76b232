import type { Clock } from "./clock";

/** The service's own clock, as its responses tell it in the header `Date`. */
export class ServiceClock {
  readonly #clock: Clock;
  /** How far it is ahead of this machine's, at least, in milliseconds; negative if it is behind. */
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

  /** Returns a time that it has passed by now; undefined if no response told it. */
  tell(): number | undefined {
    return this.#leadMs === undefined ? undefined : this.#clock.now() + this.#leadMs;
  }
}
