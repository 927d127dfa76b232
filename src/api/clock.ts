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
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal === undefined) setTimeout(resolve, ms);
      else sleepUnlessAborted(ms, signal, resolve, reject);
    }),
};

/** Without its own error: every request cancels timers, and a stack trace for each would cost time. */
function sleepUnlessAborted(
  ms: number,
  signal: AbortSignal,
  resolve: () => void,
  reject: (reason: unknown) => void,
): void {
  if (signal.aborted) {
    reject(signal.reason);
    return;
  }
  const onAbort = (): void => {
    clearTimeout(timer);
    reject(signal.reason);
  };
  const timer = setTimeout(() => {
    signal.removeEventListener("abort", onAbort);
    resolve();
  }, ms);
  signal.addEventListener("abort", onAbort, { once: true });
}

/** The time limit of an operation. */
export class Deadline {
  /** Milliseconds that the operation may take in all. */
  readonly totalMs: number;
  readonly #clock: Clock;
  readonly #startedAt: number;

  private constructor(totalMs: number, clock: Clock) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Creates the deadline `totalMs` from now. */
  static after(totalMs: number, clock: Clock): Deadline {
    return new Deadline(totalMs, clock);
  }

  /** Milliseconds since the deadline was made. */
  get elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }

  /** Milliseconds left, at least 0. */
  get remainingMs(): number {
    return Math.max(0, this.totalMs - this.elapsedMs);
  }
}
