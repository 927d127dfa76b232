import { type Clock, follow } from "../clock";

/** Maximum wait of Node.js timers in milliseconds. Longer ones fire at once. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

/** All cancelled timers share this reason: an error with a stack trace for each would cost time. */
const CANCELLED = new Error("The timer was cancelled.");

export interface Timer {
  /** Aborts when the time is up, or with the followed signal, but not after the timer is cancelled. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  readonly cancel: () => void;
}

/** `ms` may be Infinity. `followed` ends the timer early: `AbortSignal.any` would take much longer. */
export function startTimer(clock: Clock, ms: number, followed?: AbortSignal): Timer {
  const ended = new AbortController();
  const cancelled = new AbortController();
  const abort = (): void => {
    ended.abort(followed?.reason);
  };
  const unfollow = followed?.aborted === false ? follow(followed, abort) : undefined;
  if (followed?.aborted === true) abort();
  let isOver = false;
  void waitFor(clock, ms, cancelled.signal).then((isUp) => {
    if (!isUp) return;
    isOver = true;
    ended.abort();
  });
  return {
    signal: ended.signal,
    get isOver() {
      return isOver;
    },
    cancel: () => {
      unfollow?.();
      cancelled.abort(CANCELLED);
    },
  };
}

async function waitFor(clock: Clock, ms: number, cancelled: AbortSignal): Promise<boolean> {
  try {
    for (let leftMs = ms; leftMs > 0; leftMs -= MAX_SLEEP_MS) {
      await clock.sleep(Math.min(leftMs, MAX_SLEEP_MS), cancelled);
    }
  } catch {
    return false;
  }
  return true;
}
