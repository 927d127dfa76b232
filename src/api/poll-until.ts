import type { ApiClient, CallOptions } from "./api-client";
import { type Clock, Deadline } from "./clock";

/** Milliseconds that reads may lag behind a write. What they show counts only after that. */
export const READER_LAG_MS = 15_000;

/** Milliseconds that the last read after an interrupt may take. */
const LAST_READ_MS = 5_000;

const NEVER_ABORTS: AbortSignal = new AbortController().signal;

/** Options of an operation of several calls: deadline and stop signal are of calls and waits together. */
export interface ApiContext extends PollContext {
  readonly api: ApiClient;
}

export interface PollContext extends CallOptions {
  readonly clock: Clock;
  /** The caller stops waiting: no write begins, and the last read after an interrupt is cancelled (F-12). */
  readonly endSignal?: AbortSignal | undefined;
}

/** Creates a source of waits between polls, in milliseconds: 250, 500, … up to 5,000. */
export function createPollDelays(): () => number {
  let delayMs = 125;
  return () => (delayMs = Math.min(delayMs * 2, 5_000));
}

/** After an interrupt it reads once more, briefly. `lagMs`: how long to read on. @returns the last read */
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

/** Reads; if the interrupt cancels that, reads once more with a separate time limit. */
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
