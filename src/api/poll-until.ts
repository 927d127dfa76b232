import type { ApiClient, CallOptions } from "./api-client";
import { type Clock, Deadline } from "./clock";

/** Reads may miss a write for this many milliseconds. Only later reads prove that the write had no effect. */
export const READER_LAG_MS = 15_000;

/** Maximum milliseconds of the last read after an interrupt. */
const LAST_READ_MS = 5_000;

const NEVER_ABORTS: AbortSignal = new AbortController().signal;

/** Options of all calls of an operation. The deadline covers all calls and waits together. */
export interface ApiContext extends PollContext {
  readonly api: ApiClient;
}

export interface PollContext extends CallOptions {
  readonly clock: Clock;
  /** Aborts when the caller stops waiting. This cancels the last read, and no further write begins (F-12). */
  readonly endSignal?: AbortSignal | undefined;
}

/** Creates a source of waits between polls, in milliseconds: 250, 500, … up to 5,000. */
export function createPollDelays(): () => number {
  let delayMs = 125;
  return () => (delayMs = Math.min(delayMs * 2, 5_000));
}

/**
 * Reads until a read shows the expected state. After an interrupt, reads once more with a short time limit.
 * @param lagMs - how long to go on reading: 0 reads once, Infinity reads until the deadline. Default: 15,000
 * @returns the last complete read, even if it does not show the expected state
 * @throws an error of `read`, or the stop signal's reason if the signal ends a wait
 */
export async function pollUntil<Seen>(
  context: PollContext,
  read: (options: CallOptions) => Promise<Seen>,
  isDone: (seen: Seen) => boolean,
  lagMs = READER_LAG_MS,
): Promise<Seen> {
  const { clock, deadline, stopSignal } = context;
  const startedAt = clock.now();
  const nextDelayMs = createPollDelays();
  let last: { readonly seen: Seen } | undefined;
  for (;;) {
    const delayMs = nextDelayMs();
    try {
      last = { seen: await readOrReadOnceMore(context, read) };
    } catch (error) {
      if (last === undefined || deadline.remainingMs > 0) throw error;
      return last.seen;
    }
    if (isDone(last.seen)) return last.seen;
    const waitMs = Math.min(delayMs, startedAt + lagMs - clock.now());
    if (waitMs <= 0 || waitMs >= deadline.remainingMs) return last.seen;
    await clock.sleep(waitMs, stopSignal);
  }
}

/** If the interrupt cancels the read, reads once more with a separate time limit. */
async function readOrReadOnceMore<Seen>(
  context: PollContext,
  read: (options: CallOptions) => Promise<Seen>,
): Promise<Seen> {
  try {
    return await read(context);
  } catch (error) {
    if (context.stopSignal?.aborted !== true) throw error;
  }
  const lastReadMs = Math.min(LAST_READ_MS, context.deadline.remainingMs);
  return read({
    ...context,
    deadline: Deadline.after(lastReadMs, context.clock, context.deadline),
    maxAttempts: 1,
    attemptTimeoutMs: lastReadMs,
    stopSignal: context.endSignal ?? NEVER_ABORTS,
  });
}
