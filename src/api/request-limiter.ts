import { type Clock, type Deadline, SYSTEM_CLOCK } from "./clock";

/** Default maximum of concurrent requests of a command, a program, or one list. */
export const MAX_IN_FLIGHT = 12;

/** How a request ended. `limited`: the service responded with 429 and perhaps with a `Retry-After`. */
export type RequestOutcome =
  | { readonly kind: "accepted" | "failed" }
  | { readonly kind: "limited"; readonly retryAfterMs?: number | undefined };

/** Frees the place of a request. Call it once, when the request has ended. */
export type Release = (outcome: RequestOutcome) => void;

/** The error if the service asks for a wait beyond the deadline. */
export const PAUSE_TOO_LONG = new Error("The service asked for a wait beyond the remaining time.");

interface WaitOptions {
  /** Ends the wait. The promise then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** During the wait, the deadline runs only while the service asks for a pause. Default: no deadline. */
  readonly deadline?: Deadline | undefined;
  /** Minimum milliseconds between the starts of two requests. Default: 0. */
  readonly intervalMs?: number;
}

interface Waiter extends Pick<Required<WaitOptions>, "deadline" | "intervalMs"> {
  resume: (() => void) | undefined;
  readonly admit: (release: Release) => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Limits the concurrent requests of all callers. A 429 sets the limit to half of the requests in progress,
 * and delays all callers for as long as the service asks. Further 429s to the same requests do not halve the
 * limit again. After N accepted requests, a limit of N rises by one.
 */
export class RequestLimiter {
  readonly #clock: Clock;
  readonly #maxInFlight: number;
  /** Waiters in the order in which they called `acquire`. */
  readonly #waiters = new Set<Waiter>();
  #allowed: number;
  #inFlight = 0;
  #accepted = 0;
  #generation = 0;
  #pausedUntil = -Infinity;
  #nextStartAt = -Infinity;
  #alarm: AbortController | undefined;

  /** @param maxInFlight - maximum of the limit, at least 1; Infinity if callers limit their own requests */
  constructor(clock: Clock, maxInFlight = MAX_IN_FLIGHT) {
    this.#clock = clock;
    this.#maxInFlight = maxInFlight;
    this.#allowed = maxInFlight;
  }

  get allowed(): number {
    return this.#allowed;
  }

  /** Waits for a place. @throws the signal's reason, or {@link PAUSE_TOO_LONG} */
  async acquire({ signal, deadline, intervalMs = 0 }: WaitOptions): Promise<Release> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        signal.removeEventListener("abort", onAbort);
        this.#waiters.delete(waiter);
        waiter.resume?.();
      };
      const waiter: Waiter = {
        deadline,
        intervalMs,
        resume: undefined,
        admit: (release) => {
          end();
          resolve(release);
        },
        refuse: (reason: Error) => {
          end();
          reject(reason);
        },
      };
      const onAbort = (): void => {
        waiter.refuse(signal.reason as Error);
        this.#serve();
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiters.add(waiter);
      this.#serve();
      if (this.#waiters.has(waiter)) this.#time(waiter);
    });
  }

  /** As {@link acquire}, without waiting: returns undefined if the request has to wait. */
  tryAcquire(intervalMs: number): Release | undefined {
    return this.#waiters.size > 0 ? undefined : this.#tryEnter(intervalMs, this.#clock.now());
  }

  #tryEnter(intervalMs: number, now: number): Release | undefined {
    if (this.#inFlight >= this.#allowed || this.#opensAt > now) return undefined;
    this.#inFlight += 1;
    if (intervalMs > 0) this.#nextStartAt = now + intervalMs;
    const generation = this.#generation;
    return (outcome) => {
      this.#learn(outcome, generation);
      this.#inFlight -= 1;
      this.#serve();
    };
  }

  get #opensAt(): number {
    return Math.max(this.#nextStartAt, this.#pausedUntil);
  }

  #serve(): void {
    // Read once: if a waiter's time came between two readings, nothing would wake the waiter.
    const now = this.#clock.now();
    for (const waiter of this.#waiters) {
      const release = this.#tryEnter(waiter.intervalMs, now);
      if (release === undefined) break;
      waiter.admit(release);
    }
    this.#setAlarm(now);
  }

  #setAlarm(now: number): void {
    const waitMs = this.#opensAt - now;
    if (this.#waiters.size === 0 || waitMs <= 0) {
      this.#alarm?.abort();
      this.#alarm = undefined;
    } else if (this.#alarm === undefined) {
      // If the time has become later when the alarm rings, the alarm is set again.
      this.#alarm = new AbortController();
      void this.#wakeAfter(waitMs, this.#alarm.signal);
    }
  }

  async #wakeAfter(waitMs: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(waitMs, signal).catch(() => undefined);
    if (signal.aborted) return;
    this.#alarm = undefined;
    this.#serve();
    for (const waiter of this.#waiters) this.#time(waiter);
  }

  /** Lets the waiter's deadline run only while the service asks to wait. */
  #time(waiter: Waiter): void {
    const { deadline } = waiter;
    if (deadline === undefined) return;
    const pauseMs = this.#pausedUntil - this.#clock.now();
    if (pauseMs <= 0) {
      waiter.resume ??= deadline.hold();
      return;
    }
    waiter.resume?.();
    waiter.resume = undefined;
    if (deadline.remainingMs <= pauseMs) waiter.refuse(PAUSE_TOO_LONG);
  }

  #learn(outcome: RequestOutcome, generation: number): void {
    if (outcome.kind === "accepted") {
      this.#accepted++;
      if (this.#accepted < this.#allowed) return;
      this.#accepted = 0;
      this.#allowed = Math.min(this.#maxInFlight, this.#allowed + 1);
    } else if (outcome.kind === "limited") {
      const { retryAfterMs = 0 } = outcome;
      const until = this.#clock.now() + retryAfterMs;
      if (retryAfterMs > 0 && until > this.#pausedUntil) {
        this.#pausedUntil = until;
        for (const waiter of this.#waiters) this.#time(waiter);
      }
      if (generation !== this.#generation) return;
      this.#generation++;
      this.#accepted = 0;
      this.#allowed = Math.max(1, Math.floor(Math.min(this.#allowed, this.#inFlight) / 2));
    }
  }
}

/** The limiter that all clients of the process share. */
export const PROCESS_LIMITER = new RequestLimiter(SYSTEM_CLOCK);
