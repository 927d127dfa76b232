import { isMergeQueueError, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ApiClient, CallOptions } from "../api-client";
import type { Clock } from "../clock";
import { Deadline } from "../clock";

/** What a write that may be lost works with. */
export interface WriteContext {
  readonly api: Pick<ApiClient, "call">;
  /** The clock of the deadline. */
  readonly clock: Clock;
  /** How the write and the reads around it behave, all together. */
  readonly options: CallOptions;
}

/** What reading shows after a loss: the wish has come true, it has not, or it never will, and why. */
export type Sighting = "done" | "missing" | MergeQueueError;

/** A write that must not be repeated blindly, and how to find out what became of it. */
export interface LosableWrite<Response> {
  readonly operation: string;
  readonly queue: QueueIdentity;
  /** Sends it; ends with `outcome_unknown` where the answer was lost. */
  readonly send: (options: CallOptions) => Promise<Response>;
  /**
   * Reads what became of it. Undefined if what was wanted was there before, so that reading tells nothing:
   * repeating does no harm then, and the service's own answer decides.
   */
  readonly look: ((options: CallOptions) => Promise<Sighting>) | undefined;
  /** What reading has shown where it did not show the wish, as a sentence. */
  readonly missing: string;
}

/** How long a reader may lag behind a write before what it shows counts, in milliseconds (promise F-27). */
export const READER_LAG_MS = 15_000;

/** What an interrupted write may take for one last look, in milliseconds. */
const LAST_LOOK_MS = 5_000;

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/**
 * Sends a write until what became of it is known. Where an answer is lost, reading decides: if the wish has
 * come true, the write succeeded; if it has not for {@link READER_LAG_MS}, nothing took effect and the write is
 * sent again; a refusal after a loss may be the echo of a first try that took effect, so that reading decides
 * there too. An interrupt ends all waiting, after one last look.
 * @returns what the service answered; undefined if its answer was lost and reading shows that it took effect
 * @throws MergeQueueError `outcome_unknown` if the deadline passes before it is known, `interrupted` if the
 *   user does not wait for it, and as `ApiClient.call`
 */
export async function sendUntilKnown<Response>(
  context: WriteContext,
  write: LosableWrite<Response>,
): Promise<Response | undefined> {
  const { deadline } = context.options;
  let loss: MergeQueueError | undefined;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    const failure = await trySend(context, write);
    if (!isMergeQueueError(failure)) return failure.response;
    const isLost = failure.code === "outcome_unknown";
    const isRefused = failure.code === "refused" || failure.code === "not_found";
    if (isLost) loss = failure;
    if (loss === undefined) throw failure;
    if (write.look === undefined) {
      if (isRefused) throw failure;
      if (!isLost) throw toUnknown(context, write, loss, toErrorMessage(failure), failure);
    } else if (isLost || isRefused) {
      if (await appears(context, write, write.look, loss)) return undefined;
      if (isRefused) throw failure;
    } else {
      throw failure;
    }
    if (delayMs >= deadline.remainingMs || !(await pause(context, delayMs))) {
      throw toUnknown(context, write, loss, write.missing);
    }
  }
}

async function trySend<Response>(
  { options }: WriteContext,
  write: LosableWrite<Response>,
): Promise<{ readonly response: Response } | MergeQueueError> {
  try {
    return { response: await write.send(options) };
  } catch (error) {
    if (isMergeQueueError(error)) return error;
    throw error;
  }
}

/**
 * Reads until the wish has come true, for as long as a reader may lag.
 * @throws MergeQueueError if that cannot be waited for: nothing is proven then
 */
async function appears(
  context: WriteContext,
  write: LosableWrite<unknown>,
  look: (options: CallOptions) => Promise<Sighting>,
  loss: MergeQueueError,
): Promise<boolean> {
  const { clock, options } = context;
  const endsAt = clock.now() + READER_LAG_MS;
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS)) {
    let sighting;
    try {
      sighting = await lookOnce(context, look);
    } catch (error) {
      const why = `What became of it could not be read either: ${toErrorMessage(error)}`;
      throw toUnknown(context, write, loss, why, error);
    }
    if (isMergeQueueError(sighting)) throw sighting;
    if (sighting === "done") return true;
    const waitMs = Math.min(delayMs, endsAt - clock.now());
    if (waitMs <= 0) return false;
    if (waitMs >= options.deadline.remainingMs || !(await pause(context, waitMs))) {
      throw toUnknown(context, write, loss, write.missing);
    }
  }
}

async function lookOnce(
  { clock, options }: WriteContext,
  look: (options: CallOptions) => Promise<Sighting>,
): Promise<Sighting> {
  const { deadline, stopSignal } = options;
  try {
    return await look(options);
  } catch (error) {
    if (stopSignal?.aborted !== true) throw error;
  }
  const lastLookMs = Math.min(LAST_LOOK_MS, deadline.remainingMs);
  return look({ deadline: Deadline.after(lastLookMs, clock), maxAttempts: 1 });
}

/** Waits, and tells whether nobody interrupted it. */
async function pause({ clock, options }: WriteContext, ms: number): Promise<boolean> {
  try {
    await clock.sleep(ms, options.stopSignal);
    return true;
  } catch (error) {
    if (options.stopSignal?.aborted === true) return false;
    throw error;
  }
}

function toUnknown(
  { options }: WriteContext,
  { operation, queue }: LosableWrite<unknown>,
  loss: MergeQueueError,
  why: string,
  cause: unknown = loss,
): MergeQueueError {
  const isStopped = options.stopSignal?.aborted === true;
  return new MergeQueueError(
    isStopped ? "interrupted" : "outcome_unknown",
    `${loss.message} ${why}${isStopped ? " Finding out was interrupted." : ""}`,
    { ...loss.details, operation, queue },
    cause,
  );
}
