/** The source of time. Injected, so that tests never sleep. */
export interface Clock {
  /** Milliseconds on a monotonic scale of unknown origin (promise F-21). */
  now(): number;
  /** Waits. Rejects with the signal's reason as soon as the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time. */
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

/** What follows each signal, with one listener for all: Node.js warns about more than ten, and the signal is the caller's. */
const FOLLOWERS = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls a function of its own when a signal aborts that has not yet. @returns a function that ends this */
export function follow(signal: AbortSignal, act: () => void): () => void {
  const followers = FOLLOWERS.get(signal) ?? listen(signal);
  followers.add(act);
  return () => void followers.delete(act);
}

function listen(signal: AbortSignal): Set<() => void> {
  const followers = new Set<() => void>();
  FOLLOWERS.set(signal, followers);
  signal.addEventListener("abort", () => {
    for (const act of followers) act();
  });
  return followers;
}

/** The time limit of an operation. */
export class Deadline {
  /** Milliseconds that the operation may take in all. */
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

  /** Creates the deadline `totalMs` from now. @param whole - the deadline of a whole operation; it ends this part, too */
  static after(totalMs: number, clock: Clock, whole?: Deadline): Deadline {
    return new Deadline(totalMs, clock, whole);
  }

  /** Milliseconds since the deadline was made, without those for which it was held. */
  get elapsedMs(): number {
    return (this.#holders > 0 ? this.#heldSince : this.#clock.now()) - this.#startedAt - this.#heldMs;
  }

  /** Milliseconds left, at least 0. */
  get remainingMs(): number {
    return Math.max(0, Math.min(this.totalMs - this.elapsedMs, this.#whole?.remainingMs ?? Infinity));
  }

  /** Stops the time, also of the whole operation, for as long as anything holds it. @returns what ends this; call it once */
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
