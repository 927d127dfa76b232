import type { Failure, Success } from "../responses/interpret-exchange";
import { computeRetryDelayMs } from "./retry-policy";

/** Milliseconds that a service may be unreachable before a call gives up, if it has never responded (promise F-01). */
const MAX_OUTAGE_MS = 16_000;

/** Milliseconds without a request after which an outage counts as a new one: longer than any wait between attempts. */
const PAUSE_MS = 60_000;

/** The two waits in that time, in milliseconds: three attempts in about 15 seconds. */
const FIRST_WAIT_MS = 5_000;
const SECOND_WAIT_MS = 10_000;

/**
 * Decides how long a client waits before it repeats a request. Transient failures are repeated until the deadline. An
 * unreachable address (promise F-01) is given up soon, unless this client has received a response before. The time
 * counts for all calls of a client together, so that a plan of many queues takes no longer. After a pause, as in a
 * process that runs for days, it starts again.
 */
export class Patience {
  #hasAnswered = false;
  #unreachableSinceMs = Infinity;
  #lastLearntMs = -Infinity;

  /** Records how a request ended. */
  learn(result: Success<unknown> | Failure, nowMs: number): void {
    if (result.kind === "success" || result.status !== undefined) this.#hasAnswered = true;
    const isUnreachable = result.kind === "failure" && result.isUnreachable === true;
    if (!isUnreachable || nowMs - this.#lastLearntMs > PAUSE_MS) this.#unreachableSinceMs = Infinity;
    if (isUnreachable) this.#unreachableSinceMs = Math.min(this.#unreachableSinceMs, nowMs);
    this.#lastLearntMs = nowMs;
  }

  /**
   * Returns the milliseconds to wait before the next attempt; undefined if there is none.
   * @param failure - of the last attempt, which may be repeated
   * @param attempts - attempts so far, at least 1
   * @param random - a number from 0 (inclusive) to 1 (exclusive)
   */
  tryFindDelayMs(failure: Failure, attempts: number, random: number, nowMs: number): number | undefined {
    if (failure.isUnreachable !== true || this.#hasAnswered) {
      return computeRetryDelayMs(attempts, random, failure.retryAfterMs);
    }
    const outageMs = nowMs - this.#unreachableSinceMs;
    const delayMs = outageMs < FIRST_WAIT_MS ? FIRST_WAIT_MS : SECOND_WAIT_MS;
    return outageMs + delayMs <= MAX_OUTAGE_MS ? delayMs : undefined;
  }
}
