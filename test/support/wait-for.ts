import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 20;

/**
 * Waits for something that happens outside this process, without a notification.
 * @param isTrue - asked again and again
 * @param what - for the error; a function is asked when it is too late
 * @param timeoutMs - generous: only a test that fails waits that long
 * @throws Error if it does not come true in time
 */
export async function waitFor(
  isTrue: () => boolean,
  what: string | (() => string),
  timeoutMs = 600_000,
): Promise<void> {
  const startedAt = performance.now();
  while (!isTrue()) {
    if (performance.now() - startedAt > timeoutMs) {
      throw new Error(
        `waited ${timeoutMs} ms without success for ${typeof what === "string" ? what : what()}`,
      );
    }
    await wait(POLL_MS);
  }
}
