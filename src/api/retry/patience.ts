import { isLoopbackHost } from "../configuration/host-rules";
import type { Failure, Success } from "../responses/interpret-exchange";
import { computeRetryDelayMs } from "../retry-policy";

/**
 * How long a service that has never responded may be unreachable before a call gives up, and the waits
 * before an attempt soon after the first one and before any later one: three attempts in about 15 seconds.
 */
const OUTAGE = { maxMs: 16_000, firstWaitMs: 5_000, laterWaitMs: 10_000 };

/** Two attempts: on this machine, the user starts the service, and nothing on the way can fail. */
const LOOPBACK_OUTAGE = { maxMs: 1_000, firstWaitMs: 500, laterWaitMs: Infinity };

/** Milliseconds without a request after which an outage is new: longer than any wait between attempts. */
const PAUSE_MS = 60_000;

/**
 * Decides how long a client waits before it repeats a request: a transient failure until the deadline, an
 * unreachable address only shortly, unless this client has received a response before. That time counts for
 * all calls of a client together, and starts again after a pause, as in a process that runs for days.
 */
export class Patience {
  readonly #outage: typeof OUTAGE;
  #hasAnswered = false;
  #unreachableSinceMs = Infinity;
  #lastLearntMs = -Infinity;

  constructor(origin: string) {
    this.#outage = isLoopbackHost(new URL(origin).hostname) ? LOOPBACK_OUTAGE : OUTAGE;
  }

  /** Records how a request ended. */
  learn(result: Success<unknown> | Failure, nowMs: number): void {
    if (result.kind === "success" || result.status !== undefined) this.#hasAnswered = true;
    const isUnreachable = result.kind === "failure" && result.isUnreachable === true;
    if (!isUnreachable || nowMs - this.#lastLearntMs > PAUSE_MS) this.#unreachableSinceMs = Infinity;
    if (isUnreachable) this.#unreachableSinceMs = Math.min(this.#unreachableSinceMs, nowMs);
    this.#lastLearntMs = nowMs;
  }

  /**
   * Returns the milliseconds to wait after a failure that may be repeated; undefined: no further attempt.
   * @param attempts - so far, at least 1
   * @param random - a number from 0 (inclusive) to 1 (exclusive)
   */
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
