import type { CallOptions } from "../api-client";
import type { Clock } from "../clock";
import { Deadline } from "../clock";
import { createPollDelays } from "./create-poll-delays";

/** What finding out by reading works with. */
export interface PollContext {
  /** The clock of the deadline. */
  readonly clock: Clock;
  /** How the reads behave, all together; their stop signal also ends the waiting. */
  readonly options: CallOptions;
  /** Cuts off the last look after an interrupt: set it where the process may have to end before. */
  readonly endSignal?: AbortSignal | undefined;
}

/** How long a reader may lag behind a write before what it shows counts, in milliseconds (promise F-27). */
export const READER_LAG_MS = 15_000;

/** A signal that never aborts. */
export const NEVER: AbortSignal = new AbortController().signal;

/** How long one last look after an interrupt may take, in milliseconds. */
const LAST_LOOK_MS = 5_000;

/**
 * Reads until it shows what is waited for. After an interrupt it looks once more, briefly, so that it is known what a
 * write did, but it does not wait any longer.
 * @param isDone - tells whether a reading shows it
 * @param lagMs - how long to wait for that, in milliseconds; 0: it looks once. Default: {@link READER_LAG_MS}
 * @returns the last reading, done or not; a reading that the end of the time has cut off does not count
 * @throws whatever reading throws; the stop signal's reason if it ends the waiting
 */
export async function pollUntil<Seen>(
  context: PollContext,
  read: (options: CallOptions) => Promise<Seen>,
  isDone: (seen: Seen) => boolean,
  lagMs = READER_LAG_MS,
): Promise<Seen> {
  const { clock, options } = context;
  const startedAt = clock.now();
  const nextDelayMs = createPollDelays();
  let last: { readonly seen: Seen } | undefined;
  for (;;) {
    const delayMs = nextDelayMs();
    try {
      last = { seen: await look(context, read) };
    } catch (error) {
      if (last === undefined || options.deadline.remainingMs > 0) throw error;
      return last.seen;
    }
    if (isDone(last.seen)) return last.seen;
    const waitMs = Math.min(delayMs, startedAt + lagMs - clock.now());
    if (waitMs <= 0 || waitMs >= options.deadline.remainingMs) return last.seen;
    await clock.sleep(waitMs, options.stopSignal);
  }
}

async function look<Seen>(
  { clock, options, endSignal }: PollContext,
  read: (options: CallOptions) => Promise<Seen>,
): Promise<Seen> {
  const { deadline, stopSignal } = options;
  try {
    return await read(options);
  } catch (error) {
    if (stopSignal?.aborted !== true) throw error;
  }
  const lastLookMs = Math.min(LAST_LOOK_MS, deadline.remainingMs);
  const once = { deadline: Deadline.after(lastLookMs, clock), maxAttempts: 1, attemptTimeoutMs: lastLookMs };
  return read({ ...options, ...once, stopSignal: endSignal ?? NEVER });
}
