import type { Clock } from "./clock";

/** The longest time that Node's timers can wait; beyond it they fire at once. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

/** Why a timer's sleep ends early: given once, because an error of its own for each would take longer than the rest. */
const CANCELLED = new Error("The timer was cancelled.");

/** A timer that has been started. */
export interface Timer {
  /** Aborts when the time is up. */
  readonly signal: AbortSignal;
  /** Stops the timer; the signal then never aborts. */
  readonly cancel: () => void;
}

/** Starts a timer on the clock. @param ms - any length of time, also infinite */
export function startTimer(clock: Clock, ms: number): Timer {
  const timeUp = new AbortController();
  const cancelled = new AbortController();
  void waitFor(clock, ms, cancelled.signal).then((isOver) => {
    if (isOver) timeUp.abort();
  });
  return {
    signal: timeUp.signal,
    cancel: () => {
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
