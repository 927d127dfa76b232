import type { Failure, Success } from "../responses/interpret-exchange";
import { computeRetryDelayMs } from "./retry-policy";

/** Milliseconds for which a service that has never answered may be absent before a call gives up (promise F-01). */
const ABSENCE_MS = 16_000;

/** Milliseconds without a request after which an absence is a new one: longer than any wait between two attempts. */
const PAUSE_MS = 60_000;

/** The two waits in that time, in milliseconds: three attempts in some 15 seconds. */
const FIRST_WAIT_MS = 5_000;
const SECOND_WAIT_MS = 10_000;

/**
 * Decides how long a client waits before it repeats a request. What comes and goes is repeated until the deadline. An
 * address where nothing answers (promise F-01) is given up soon, unless something has answered this client before.
 * The time counts for all calls of a client together, so that a plan of many queues does not take longer; after a pause,
 * as a process that runs for days has them, it counts anew.
 */
export class Patience {
  #hasAnswered = false;
  #absentSinceMs = Infinity;
  #lastLearntMs = -Infinity;

  /** Notes how a request ended. */
  learn(result: Success<unknown> | Failure, nowMs: number): void {
    if (result.kind === "success" || result.status !== undefined) this.#hasAnswered = true;
    const isAbsent = result.kind === "failure" && result.isAbsent === true;
    if (!isAbsent || nowMs - this.#lastLearntMs > PAUSE_MS) this.#absentSinceMs = Infinity;
    if (isAbsent) this.#absentSinceMs = Math.min(this.#absentSinceMs, nowMs);
    this.#lastLearntMs = nowMs;
  }

  /**
   * Returns how long to wait before the next attempt, in milliseconds; undefined: there is none.
   * @param failure - of the last attempt, which may be repeated
   * @param attempts - how many attempts there were, at least 1
   * @param random - a number from 0 (inclusive) to 1 (exclusive)
   */
  tryFindDelayMs(failure: Failure, attempts: number, random: number, nowMs: number): number | undefined {
    if (failure.isAbsent !== true || this.#hasAnswered) {
      return computeRetryDelayMs(attempts, random, failure.retryAfterMs);
    }
    const absentMs = nowMs - this.#absentSinceMs;
    const delayMs = absentMs < FIRST_WAIT_MS ? FIRST_WAIT_MS : SECOND_WAIT_MS;
    return absentMs + delayMs <= ABSENCE_MS ? delayMs : undefined;
  }
}
