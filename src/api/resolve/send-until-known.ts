import type { ErrorCode } from "../../queue/merge-queue-error";
import { isMergeQueueError, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ApiClient, CallOptions } from "../api-client";
import { TRANSIENT_STATUSES } from "../retry/retry-policy";
import { createPollDelays } from "./create-poll-delays";
import type { PollContext } from "./poll-until";
import { NEVER, pollUntil, READER_LAG_MS } from "./poll-until";

/** What a write works with whose answer may be lost. */
export interface WriteContext extends PollContext {
  readonly api: Pick<ApiClient, "call">;
}

/** What reading shows after a loss: the write took effect, it did not, or it never will, and why. */
export type Sighting = "done" | "missing" | MergeQueueError;

/** A write that must not be repeated blindly, and how to find out what it did. */
export interface LosableWrite<Response> {
  readonly operation: string;
  readonly queue: QueueIdentity;
  /** Sends it; fails with `details.isEffectPossible` where it may have taken effect nevertheless. */
  readonly send: (options: CallOptions) => Promise<Response>;
  /**
   * Reads whether it took effect. Undefined if what was wanted was there before, so that reading proves nothing:
   * repeating does no harm then, and the service's own answer decides.
   */
  readonly look: ((options: CallOptions, failure: MergeQueueError) => Promise<Sighting>) | undefined;
  /** What reading showed where it did not show the effect, as a sentence. */
  readonly missing: string;
  /**
   * How the service refuses a second request after one that took effect, if it does. One look that shows no effect is
   * then enough before it is sent again. Default: readers get the time by which they may lag.
   */
  readonly echo?: Extract<ErrorCode, "refused" | "not_found">;
  /** Whether an interrupt no longer ends it once its answer was lost (promise K-7). Default: it does. */
  readonly outlastsStop?: boolean;
}

/** How a write took effect: the service said so, or its answer was lost and reading shows it. */
export type Settlement<Response> =
  | { readonly kind: "answered"; readonly response: Response }
  | { readonly kind: "inferred"; readonly response: undefined };

/** How many answers that no merge queue service gives are accepted for one write (promise R-2). */
const MOST_STRANGE_ANSWERS = 3;

/** Failures that would claim that nothing happened. */
const CLAIMS_NOTHING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unreachable",
  "rate_limited",
  "deadline_exceeded",
  "proxy_refused",
]);

/**
 * Sends a write until it is known what it did (promises R-2, F-02): the one place that decides this. Where an answer
 * is lost, reading decides. If the write took effect, it succeeded; if not, it is sent again. A refusal after a loss
 * may be the echo of a first request that took effect, so reading decides there, too. Answers that no merge queue
 * service gives (a sign-in page) end it after the third, once reading has shown for {@link READER_LAG_MS} that nothing
 * took effect. An interrupt ends all waiting, after one last look.
 * @throws MergeQueueError `outcome_unknown` if the deadline passes before it is known or reading contradicts the
 *   service, `interrupted` if the user does not wait for it, and as `ApiClient.call`. Attempts and time in messages
 *   are those of all requests
 */
export async function sendUntilKnown<Response>(
  context: WriteContext,
  write: LosableWrite<Response>,
): Promise<Settlement<Response>> {
  const { clock } = context;
  const startedAt = clock.now();
  const nextDelayMs = createPollDelays();
  let working = context;
  let attempts = 0;
  let strangeAnswers = 0;
  let wasLost = false;
  for (;;) {
    const delayMs = nextDelayMs();
    const earlier = { attempts, elapsedMs: clock.now() - startedAt, wasLost };
    const failure = await trySend(write, { ...working.options, earlier });
    if (!isMergeQueueError(failure)) return { kind: "answered", response: failure.response };
    attempts = failure.details.attempts ?? attempts;
    const isLost = failure.details.isEffectPossible === true;
    if (!isLost && !wasLost) throw failure;
    if (isLost && isStrange(failure)) strangeAnswers++;
    if (!wasLost && write.outlastsStop === true) working = withoutStop(context);
    wasLost = true;
    const loss: Loss = { failure, isLost, isLastTry: strangeAnswers === MOST_STRANGE_ANSWERS };
    if (await tookEffect(working, write, loss)) return { kind: "inferred", response: undefined };
    await waitToRepeat(working, write, failure, delayMs);
  }
}

/** A request after which the write may have taken effect, now or by an earlier one. */
interface Loss {
  readonly failure: MergeQueueError;
  /** Whether this request itself may have taken effect. */
  readonly isLost: boolean;
  /** Whether it is not sent again, whatever reading shows. */
  readonly isLastTry: boolean;
}

async function trySend<Response>(
  write: LosableWrite<Response>,
  options: CallOptions,
): Promise<{ readonly response: Response } | MergeQueueError> {
  try {
    return { response: await write.send(options) };
  } catch (error) {
    if (isMergeQueueError(error)) return error;
    throw error;
  }
}

/** An answer whose status promises no better one: a page with status 200, for example. */
function isStrange({ details: { status } }: MergeQueueError): boolean {
  return status !== undefined && !TRANSIENT_STATUSES.has(status);
}

function withoutStop(context: WriteContext): WriteContext {
  return { ...context, options: { ...context.options, stopSignal: context.endSignal ?? NEVER } };
}

/**
 * Finds out by reading whether the write took effect.
 * @returns false if it did not and may be sent again
 * @throws MergeQueueError if it may not, or if reading does not tell
 */
async function tookEffect(
  context: WriteContext,
  write: LosableWrite<unknown>,
  { failure, isLost, isLastTry }: Loss,
): Promise<boolean> {
  const isRefused = failure.code === "refused" || failure.code === "not_found";
  // Without an echo, reading has shown for long enough that nothing took effect.
  const isProven = write.echo === undefined && write.look !== undefined;
  if (!isLost && !isRefused) throw isProven ? failure : addDoubt(write, failure);
  if (write.look === undefined) {
    if (isRefused) throw failure;
    if (isLastTry) throw toStrangeError(write, failure);
    return false;
  }
  const isQuick = isLost && !isLastTry && write.echo !== undefined;
  const sighting = await look(context, write, write.look, failure, isQuick ? 0 : READER_LAG_MS);
  if (isMergeQueueError(sighting)) throw sighting;
  if (sighting === "done") return true;
  if (isLost) {
    if (isLastTry) throw toStrangeError(write, failure);
    return false;
  }
  if (failure.code !== write.echo) throw failure;
  const why =
    "The answer to an earlier request was lost: that request may have taken effect, and this refusal be its echo. " +
    write.missing;
  throw toUnknown(context, write, failure, why);
}

async function look(
  context: WriteContext,
  write: LosableWrite<unknown>,
  read: (options: CallOptions, failure: MergeQueueError) => Promise<Sighting>,
  failure: MergeQueueError,
  lagMs: number,
): Promise<Sighting> {
  const readOnce = async (options: CallOptions): Promise<Sighting> => read(options, failure);
  const startedAt = context.clock.now();
  let sighting;
  try {
    sighting = await pollUntil(context, readOnce, (seen) => seen !== "missing", lagMs);
  } catch (error) {
    if (!isMergeQueueError(error) && context.options.stopSignal?.aborted !== true) throw error;
    const why = isMergeQueueError(error)
      ? `What it did could not be read either: ${toErrorMessage(error)}`
      : write.missing;
    throw toUnknown(context, write, failure, why, error);
  }
  // Where the deadline has cut the time of readers short, what they show proves nothing.
  const isTooSoon = sighting === "missing" && context.clock.now() - startedAt < lagMs;
  if (isTooSoon) throw toUnknown(context, write, failure, write.missing);
  return sighting;
}

async function waitToRepeat(
  context: WriteContext,
  write: LosableWrite<unknown>,
  failure: MergeQueueError,
  delayMs: number,
): Promise<void> {
  const { deadline, stopSignal } = context.options;
  if (delayMs < deadline.remainingMs) {
    try {
      await context.clock.sleep(delayMs, stopSignal);
      return;
    } catch {
      // A clock rejects for nothing but the interrupt.
    }
  }
  throw toUnknown(context, write, failure, write.missing);
}

/** The error of an address that is not the service's: reading has proven that nothing took effect. */
function toStrangeError(write: LosableWrite<unknown>, failure: MergeQueueError): MergeQueueError {
  const details = { ...failure.details, isEffectPossible: false };
  const code = failure.code === "outcome_unknown" ? "server_error" : failure.code;
  const message =
    `${failure.message} ${write.missing} None of ${MOST_STRANGE_ANSWERS} answers was a merge queue service's: check ` +
    "base_url, and whether a proxy or a sign-in page stands in between.";
  return new MergeQueueError(code, message, details, failure);
}

/** A failure that says nothing of a request before it that was lost. */
function addDoubt({ operation, queue }: LosableWrite<unknown>, failure: MergeQueueError): MergeQueueError {
  const code = CLAIMS_NOTHING.has(failure.code) ? "outcome_unknown" : failure.code;
  const message =
    `${failure.message} The answer to an earlier request was lost: whether that took effect is not known. Run the ` +
    "same command again.";
  return new MergeQueueError(
    code,
    message,
    { ...failure.details, operation, queue, isEffectPossible: true },
    failure,
  );
}

function toUnknown(
  { options }: WriteContext,
  { operation, queue }: LosableWrite<unknown>,
  failure: MergeQueueError,
  why: string,
  cause: unknown = failure,
): MergeQueueError {
  const isStopped = options.stopSignal?.aborted === true;
  const end = isStopped ? "Finding out was interrupted: whether" : "Whether";
  return new MergeQueueError(
    isStopped ? "interrupted" : "outcome_unknown",
    `${failure.message} ${why} ${end} it took effect is not known. Run the same command again: it reads first what is there.`,
    { ...failure.details, operation, queue, isEffectPossible: true },
    cause,
  );
}
