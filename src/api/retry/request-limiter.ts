import { type Clock, SYSTEM_CLOCK } from "../clock";

/**
 * Concurrent requests of a process (promise R-5): as many as there are connections, so that no request spends its time
 * limit on waiting for a connection.
 */
export const MAX_IN_FLIGHT = 12;

/** How a request ended. */
export type RequestOutcome =
  | { readonly kind: "accepted" | "failed" }
  | {
      /** The service responded 429. */
      readonly kind: "limited";
      /** Milliseconds of its `Retry-After`. */
      readonly retryAfterMs?: number | undefined;
    };

/** Returns the permission to send. Call it once, when the request has ended. */
export type Release = (outcome: RequestOutcome) => void;

interface Waiter {
  readonly admit: () => void;
}

/**
 * Limits the concurrent requests of all callers. A 429 halves the limit, and delays all callers for as long as the
 * service asked; further 429s of requests that were in progress at that moment do not halve it again. Every full round
 * of accepted requests raises the limit by one.
 */
export class RequestLimiter {
  readonly #clock: Clock;
  readonly #maxInFlight: number;
  readonly #waiters = new Set<Waiter>();
  #allowed: number;
  #inFlight = 0;
  #accepted = 0;
  #generation = 0;
  #pausedUntil = -Infinity;
  #nextStartAt = -Infinity;

  /** @param maxInFlight - upper bound of the limit, at least 1 */
  constructor(clock: Clock, maxInFlight = MAX_IN_FLIGHT) {
    this.#clock = clock;
    this.#maxInFlight = maxInFlight;
    this.#allowed = maxInFlight;
  }

  /** The present limit of concurrent requests. */
  get allowed(): number {
    return this.#allowed;
  }

  /**
   * Waits until a request may be sent, in the order of the calls.
   * @param signal - ends the wait; the promise then rejects with its reason
   * @param intervalMs - minimum milliseconds between the starts of two requests
   */
  async acquire(signal: AbortSignal, intervalMs = 0): Promise<Release> {
    await this.#enter(signal);
    try {
      const startAt = Math.max(this.#clock.now(), this.#nextStartAt);
      if (intervalMs > 0) this.#nextStartAt = startAt + intervalMs;
      await this.#sleepUntil(startAt, signal);
      // A pause may become longer during the wait.
      while (this.#pausedUntil > this.#clock.now()) await this.#sleepUntil(this.#pausedUntil, signal);
    } catch (error) {
      this.#leave();
      throw error;
    }
    return this.#createRelease();
  }

  /** As {@link acquire}, without waiting: returns undefined if the request has to wait. */
  tryAcquire(intervalMs: number): Release | undefined {
    const now = this.#clock.now();
    if (this.#inFlight >= this.#allowed || Math.max(this.#nextStartAt, this.#pausedUntil) > now)
      return undefined;
    this.#inFlight++;
    if (intervalMs > 0) this.#nextStartAt = now + intervalMs;
    return this.#createRelease();
  }

  #createRelease(): Release {
    const generation = this.#generation;
    return (outcome) => {
      this.#learn(outcome, generation);
      this.#leave();
    };
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#inFlight < this.#allowed) {
      this.#inFlight++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiters.delete(waiter);
        reject(signal.reason as Error);
      };
      const waiter = {
        admit: () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
    });
  }

  #leave(): void {
    this.#inFlight--;
    for (const waiter of this.#waiters) {
      if (this.#inFlight >= this.#allowed) return;
      this.#waiters.delete(waiter);
      this.#inFlight++;
      waiter.admit();
    }
  }

  #learn(outcome: RequestOutcome, generation: number): void {
    switch (outcome.kind) {
      case "accepted":
        this.#accepted++;
        if (this.#accepted < this.#allowed) return;
        this.#accepted = 0;
        this.#allowed = Math.min(this.#maxInFlight, this.#allowed + 1);
        return;
      case "failed":
        return;
      case "limited":
        this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + (outcome.retryAfterMs ?? 0));
        if (generation !== this.#generation) return;
        this.#generation++;
        this.#accepted = 0;
        this.#allowed = Math.max(1, Math.floor(this.#allowed / 2));
    }
  }

  async #sleepUntil(moment: number, signal: AbortSignal): Promise<void> {
    const waitMs = moment - this.#clock.now();
    if (waitMs > 0) await this.#clock.sleep(waitMs, signal);
  }
}

/** The limiter that all clients of the process share. */
export const PROCESS_LIMITER = new RequestLimiter(SYSTEM_CLOCK);
