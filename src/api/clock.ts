/** The source of time. Tests inject a clock of their own, so that they never sleep. */
export interface Clock {
  /** Milliseconds on a monotonic scale of unknown origin. */
  now(): number;
  /** Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  // Without its own error: every request cancels timers, and a stack trace for each would cost time.
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const unfollow =
        signal &&
        follow(signal, () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      const timer = setTimeout(() => {
        unfollow?.();
        resolve();
      }, ms);
    }),
};

/** The followers of a signal share one listener, because Node.js warns about more than ten listeners. */
const FOLLOWERS = new WeakMap<AbortSignal, Followers>();

interface Followers {
  readonly acts: Set<() => void>;
  readonly onAbort: () => void;
}

/** Calls `act` if the signal aborts later. Pass a new function each time. @returns a function to undo this */
export function follow(signal: AbortSignal, act: () => void): () => void {
  const { acts, onAbort } = FOLLOWERS.get(signal) ?? listen(signal);
  acts.add(act);
  return () => {
    if (!acts.delete(act) || acts.size > 0) return;
    signal.removeEventListener("abort", onAbort);
    FOLLOWERS.delete(signal);
  };
}

function listen(signal: AbortSignal): Followers {
  const acts = new Set<() => void>();
  const onAbort = (): void => {
    FOLLOWERS.delete(signal);
    for (const act of acts) act();
  };
  const followers = { acts, onAbort };
  FOLLOWERS.set(signal, followers);
  signal.addEventListener("abort", onAbort, { once: true });
  return followers;
}

export class Deadline {
  /** Maximum milliseconds of the whole operation. */
  readonly totalMs: number;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #whole: Deadline | undefined;
  #holders = 0;
  #heldSince = 0;
  #heldMs = 0;

  private constructor(totalMs: number, clock: Clock, whole: Deadline | undefined) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#whole = whole;
  }

  /** Creates a deadline that ends after `totalMs`, or when the deadline `whole` ends, if that is earlier. */
  static after(totalMs: number, clock: Clock, whole?: Deadline): Deadline {
    return new Deadline(totalMs, clock, whole);
  }

  /** Milliseconds since the deadline was made. Time on hold does not count. */
  get elapsedMs(): number {
    return (this.#holders > 0 ? this.#heldSince : this.#clock.now()) - this.#startedAt - this.#heldMs;
  }

  /** Milliseconds left, at least 0. */
  get remainingMs(): number {
    return Math.max(0, Math.min(this.totalMs - this.elapsedMs, this.#whole?.remainingMs ?? Infinity));
  }

  /** Stops this deadline and `whole` until every holder has called the returned function. Call it once. */
  hold(): () => void {
    const resumeWhole = this.#whole?.hold();
    if (this.#holders === 0) this.#heldSince = this.#clock.now();
    this.#holders += 1;
    return () => {
      resumeWhole?.();
      this.#holders -= 1;
      if (this.#holders === 0) this.#heldMs += this.#clock.now() - this.#heldSince;
    };
  }
}

/** Estimates the service's clock from the header `Date` of the service's responses. */
export class ServiceClock {
  readonly #clock: Clock;
  /** The service's clock is at least this many milliseconds ahead of `Clock.now`. May be negative. */
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

  /** Returns a time that the service's clock has reached. Undefined if no response had a `Date`. */
  tell(): number | undefined {
    return this.#leadMs === undefined ? undefined : this.#clock.now() + this.#leadMs;
  }
}
