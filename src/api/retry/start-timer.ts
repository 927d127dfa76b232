import type { Clock } from "../clock";

/** The longest time that Node's timers can wait; beyond it they fire at once. */
const MAX_SLEEP_MS = 2 ** 31 - 1;

/** Why a timer's sleep ends early: given once, because an error of its own for each would take longer than the rest. */
const CANCELLED = new Error("The timer was cancelled.");

/** A timer that has been started. */
export interface Timer {
  /** Aborts when the time is up, and with the signal that the timer follows. */
  readonly signal: AbortSignal;
  /** Whether the time is up. */
  readonly isOver: boolean;
  /** Stops the timer; the signal then never aborts. */
  readonly cancel: () => void;
}

/**
 * Starts a timer on the clock.
 * @param ms - any length of time, also infinite
 * @param followed - what ends the time early; holds nothing of the timer once that is cancelled. Every request has a timer,
 *   and `AbortSignal.any` takes longer than the rest of it
 */
export function startTimer(clock: Clock, ms: number, followed?: AbortSignal): Timer {
  const ended = new AbortController();
  const cancelled = new AbortController();
  const unfollow = followed === undefined ? undefined : follow(followed, ended);
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

/** What aborts with each signal: one listener for all requests, of which Node warns when there are more than ten. */
const FOLLOWERS = new WeakMap<AbortSignal, Set<AbortController>>();

/** Aborts a controller with a signal, until what it answers is called. */
function follow(signal: AbortSignal, controller: AbortController): () => void {
  if (signal.aborted) controller.abort(signal.reason);
  const followers = FOLLOWERS.get(signal) ?? listen(signal);
  followers.add(controller);
  return () => {
    followers.delete(controller);
  };
}

function listen(signal: AbortSignal): Set<AbortController> {
  const followers = new Set<AbortController>();
  FOLLOWERS.set(signal, followers);
  signal.addEventListener("abort", () => {
    for (const follower of followers) follower.abort(signal.reason);
  });
  return followers;
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
