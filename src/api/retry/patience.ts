import { isLoopbackHost } from "../configuration/host-rules";
import type { Failure, Success } from "../responses/interpret-exchange";
import { computeRetryDelayMs } from "../retry-policy";

/** Allows three attempts in about 15 seconds for a service that has never responded. */
const OUTAGE = { maxMs: 16_000, firstWaitMs: 5_000, laterWaitMs: 10_000 };

/** Allows two attempts for a service on this machine, because no network is involved. */
const LOOPBACK_OUTAGE = { maxMs: 1_000, firstWaitMs: 500, laterWaitMs: Infinity };

/** If no request ends for this many milliseconds, a new outage begins. Waits between attempts are shorter. */
const PAUSE_MS = 60_000;

/**
 * Limits how long a client repeats requests to an address that has never responded. All calls of the client
 * share this time. The time starts anew after a pause.
 */
export class Patience {
  readonly #outage: typeof OUTAGE;
  #hasAnswered = false;
  #unreachableSinceMs = Infinity;
  #lastLearntMs = -Infinity;

  constructor(origin: string) {
    this.#outage = isLoopbackHost(new URL(origin).hostname) ? LOOPBACK_OUTAGE : OUTAGE;
  }

  learn(result: Success<unknown> | Failure, nowMs: number): void {
    if (result.kind === "success" || result.status !== undefined) this.#hasAnswered = true;
    const isUnreachable = result.kind === "failure" && result.isUnreachable === true;
    if (!isUnreachable || nowMs - this.#lastLearntMs > PAUSE_MS) this.#unreachableSinceMs = Infinity;
    if (isUnreachable) this.#unreachableSinceMs = Math.min(this.#unreachableSinceMs, nowMs);
    this.#lastLearntMs = nowMs;
  }

  /** @param random - from 0 (inclusive) to 1 (exclusive) @returns undefined if no further attempt is made */
  tryFindDelayMs(failure: Failure, attempts: number, random: number, nowMs: number): number | undefined {
    if (failure.isUnreachable !== true || this.#hasAnswered) {
      return computeRetryDelayMs(attempts, random, failure.retryAfterMs);
    }
    const outageMs = nowMs - this.#unreachableSinceMs;
    const { maxMs, firstWaitMs, laterWaitMs } = this.#outage;
    const delayMs = outageMs < firstWaitMs ? firstWaitMs : laterWaitMs;
    return outageMs + delayMs <= maxMs ? delayMs : undefined;
  }
}
