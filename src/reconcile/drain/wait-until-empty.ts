import { createPollDelays, READER_LAG_MS } from "../../api/poll-until";
import { describeStuck, findStuck, type ListedQueue } from "../listed-queue";
import { type RequestableState, tryToRequestableState } from "../queue-state";
import { pause, type ReconcileContext } from "../reconcile-context";
import { tryReadListed } from "./read-listed";

export interface EmptyWait {
  last: ListedQueue;
  /** Set when the drain begins: the queue's earlier state, if known, and the time. Undefined before. */
  draining?: { stateBefore: RequestableState | undefined; readonly sinceMs: number } | undefined;
}

export interface EmptyWaitSteps<Result> {
  readonly onEmpty: (live: ListedQueue) => Promise<Result | undefined> | Result;
  /** Called with each read of a queue that still contains pull requests. May return a promise. */
  readonly onBusy: (live: ListedQueue) => unknown;
  /** Called with a message about stuck pull requests ({@link findStuck}), and again when others get stuck. */
  readonly onHeld?: ((message: string) => void) | undefined;
}

export type EmptyWaitEnd<Result> =
  | { readonly kind: "empty"; readonly result: Result }
  | { readonly kind: "gone" }
  | { readonly kind: "timed_out"; readonly live: ListedQueue; readonly cause?: unknown }
  | { readonly kind: "state_changed"; readonly state: RequestableState; readonly live: ListedQueue };

/**
 * Reads the queue after 250 ms, then at intervals that double up to 5 s, until it is empty.
 * @throws MergeQueueError `interrupted`, or as `tryReadListed`
 */
export async function waitUntilEmpty<Result>(
  context: ReconcileContext,
  wait: EmptyWait,
  { onEmpty, onBusy, onHeld }: EmptyWaitSteps<Result>,
): Promise<EmptyWaitEnd<Result>> {
  const nextDelayMs = createPollDelays();
  const told = new Set<number>();
  for (;;) {
    const live = wait.last;
    if (live.pullRequests.length === 0) {
      const result = await onEmpty(live);
      if (result !== undefined) return { kind: "empty", result };
    } else {
      const state = findOutsideState(context, wait);
      if (state !== undefined) return { kind: "state_changed", state, live };
      // Reported at once, but the wait continues: an operator can cancel these, and the same run then
      // succeeds. Some services may also start them later.
      const stuck = findStuck(live);
      if (stuck.some(({ prNumber }) => !told.has(prNumber))) onHeld?.(describeStuck(context.queue, live));
      for (const { prNumber } of stuck) told.add(prNumber);
      await onBusy(live);
    }
    const delayMs = nextDelayMs();
    if (delayMs >= context.deadline.remainingMs) return { kind: "timed_out", live };
    await pause(context, delayMs);
    let next: ListedQueue | undefined;
    try {
      next = await tryReadListed(context, live);
    } catch (cause) {
      if (context.deadline.remainingMs > 0) throw cause;
      return { kind: "timed_out", live, cause };
    }
    if (next === undefined) return { kind: "gone" };
    wait.last = next;
  }
}

/** Returns the state that someone else gave the queue. Ignores reads that may still be out of date (F-27). */
export function findOutsideState({ clock }: ReconcileContext, wait: EmptyWait): RequestableState | undefined {
  const { draining, last } = wait;
  const state = tryToRequestableState(last.settings);
  if (draining === undefined || state === "draining") return undefined;
  const mayLag = state === draining.stateBefore && clock.now() - draining.sinceMs < READER_LAG_MS;
  return mayLag ? undefined : state;
}
