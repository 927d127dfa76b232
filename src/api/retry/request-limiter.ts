import type { Clock } from "../clock";
import { SYSTEM_CLOCK } from "../clock";

/**
 * Requests of a process that may be on their way at once (promise R-5): as many as there are connections, so that no
 * request spends its time on waiting for one of our own.
 */
export const MAX_IN_FLIGHT = 12;

/** How a request ended, as far as the limiter cares. */
export type RequestOutcome =
  | { readonly kind: "accepted" | "failed" }
  | {
      /** The service answered 429. */
      readonly kind: "limited";
      /** Milliseconds that it asked to wait. */
      readonly retryAfterMs?: number | undefined;
    };

/** Gives the permission to send back. Call it once, when the request has ended. */
export type Release = (outcome: RequestOutcome) => void;

interface Waiter {
  readonly admit: () => void;
}

/**
 * Shares out how many requests may be on their way at once. A 429 halves that number for all callers and
 * holds everybody back for as long as the service asked; requests that were on their way at that moment count
 * as one 429. Every full round of accepted requests raises the number by one again.
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

  /**
   * @param clock - time
   * @param maxInFlight - requests that may be on their way at once, at least 1
   */
  constructor(clock: Clock, maxInFlight = MAX_IN_FLIGHT) {
    this.#clock = clock;
    this.#maxInFlight = maxInFlight;
    this.#allowed = maxInFlight;
  }

  /** Requests that may be on their way at once at the moment. */
  get allowed(): number {
    return this.#allowed;
  }

  /**
   * Waits until a request may be sent; first come, first served.
   * @param signal - ends the waiting; the promise then rejects with its reason
   * @param intervalMs - milliseconds between the starts of two requests at least
   */
  async acquire(signal: AbortSignal, intervalMs = 0): Promise<Release> {
    await this.#enter(signal);
    try {
      const startAt = Math.max(this.#clock.now(), this.#nextStartAt);
      if (intervalMs > 0) this.#nextStartAt = startAt + intervalMs;
      await this.#sleepUntil(startAt, signal);
      // A pause may be prolonged while it is waited for.
      while (this.#pausedUntil > this.#clock.now()) await this.#sleepUntil(this.#pausedUntil, signal);
    } catch (error) {
      this.#leave();
      throw error;
    }
    return this.#createRelease();
  }

  /** As {@link acquire} where there is nothing to wait for; else answers undefined. */
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
