import { setImmediate as nextTurn } from "node:timers/promises";
import { type Clock, SYSTEM_CLOCK } from "../../../src/api/clock";

/** Longer waits are timeouts of requests, which never expire here. */
const LONGEST_SKIPPED_MS = 5_000;

/** The machine's time, but polls and retries are not waited for: the time that they would take is skipped. */
export class FastClock implements Clock {
  /** Called before each skipped wait. */
  onSleep: () => void = () => undefined;
  #skippedMs = 0;

  now(): number {
    return performance.now() + this.#skippedMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms > LONGEST_SKIPPED_MS) {
      await SYSTEM_CLOCK.sleep(ms, signal);
      return;
    }
    this.onSleep();
    await nextTurn();
    signal?.throwIfAborted();
    this.#skippedMs += ms;
  }
}
