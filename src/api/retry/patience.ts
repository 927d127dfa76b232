import { isLoopbackHost } from "../configuration/host-rules";
import type { Failure, Success } from "../responses/interpret-exchange";
import { computeRetryDelayMs } from "../retry-policy";

/** Allows three attempts in about 15 seconds for a service that has never responded. */
const OUTAGE = { maxMs: 16_000, firstWaitMs: 5_000, laterWaitMs: 10_000 };

/** Allows two attempts for a service on this machine, because no network can fail. */
const LOOPBACK_OUTAGE = { maxMs: 1_000, firstWaitMs: 500, laterWaitMs: Infinity };

/** Milliseconds without a request after which a new outage begins. Longer than any wait between attempts. */
const PAUSE_MS = 60_000;

/**
 * Limits the time in which requests to an address that has never responded are repeated. All calls of a
 * client share this time, which starts again after a pause.
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

  /** @returns undefined if there is no further attempt. `random`: from 0 to below 1 */
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
