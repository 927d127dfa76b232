import { type Clock, follow } from "../clock";

/** Maximum wait of a Node.js timer in milliseconds. A timer with a longer wait fires at once. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

/** All cancelled timers share this reason: a new error for each timer would cost time. */
const CANCELLED = new Error("The timer was cancelled.");

export interface Timer {
  /** Aborts when the time is up or the followed signal aborts, unless the timer was cancelled before. */
  readonly signal: AbortSignal;
  readonly isOver: boolean;
  readonly cancel: () => void;
}

/** `ms` may be Infinity. If `followed` aborts, the timer ends early. `AbortSignal.any` would be slower. */
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
