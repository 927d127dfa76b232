/** Time as the code sees it: injected, so that tests never sleep. */
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

/** Every request has timers that are cancelled, for which Node's own promises would make errors with traces. */
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

/** The moment at which an operation gives up, on the clock's monotonic scale. */
export class Deadline {
  /** How long the operation may take in all, in milliseconds. */
  readonly totalMs: number;
  readonly #clock: Clock;
  readonly #startedAt: number;

  private constructor(totalMs: number, clock: Clock) {
    this.totalMs = totalMs;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Makes the deadline that lies `totalMs` ahead of now. */
  static after(totalMs: number, clock: Clock): Deadline {
    return new Deadline(totalMs, clock);
  }

  /** Milliseconds since the deadline was made. */
  get elapsedMs(): number {
    return this.#clock.now() - this.#startedAt;
  }

  /** Milliseconds that are left, never below 0. */
  get remainingMs(): number {
    return Math.max(0, this.totalMs - this.elapsedMs);
  }
}
