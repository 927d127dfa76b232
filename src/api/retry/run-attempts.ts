import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { AttemptEvent, CallOptions } from "../api-client";
import type { ClientConfig } from "../client-config";
import type { Clock } from "../clock";
import type { EncodedRequest } from "../encode-request";
import type { HttpRequest, Transport } from "../exchange";
import { PAUSE_TOO_LONG, type RequestLimiter, type RequestOutcome } from "../request-limiter";
import type { ForeignText } from "../responses/foreign-text";
import {
  type AnyOperation,
  type Failure,
  interpretExchange,
  type Success,
} from "../responses/interpret-exchange";
import { LONGEST_BLIND_MS, TRANSIENT_CODES, toUncertainCode } from "../retry-policy";
import type { Patience } from "./patience";
import { startTimer, type Timer } from "./timer";

/** What the attempts of a client share. */
export interface AttemptContext extends Pick<ClientConfig, "basePath" | "requestTimeoutMs" | "maxRetries"> {
  readonly transport: Transport;
  readonly limiter: RequestLimiter;
  readonly clock: Clock;
  /** A number from 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  readonly foreign: ForeignText;
  readonly patience: Patience;
  /** Headers of every request; a body adds `content-type`. */
  readonly headers: HttpRequest["headers"];
  /** Minimum milliseconds between the starts of two requests. */
  readonly intervalMs: number;
  /** Called after every attempt, for logs. */
  readonly observe: (event: AttemptEvent) => void;
}

/** How an operation ended. */
interface Conclusion<Response> {
  readonly result: Success<Response> | Failure;
  readonly attempts: number;
  readonly elapsedMs: number;
}

/**
 * Sends a request until it succeeds, must not be repeated, or time is up (promises, K-7, K-8). The stop signal
 * ends all waits; no wait goes on until after the deadline, which is held while the request waits for the limiter. The
 * deadline and its own time limit end a request in progress; the stop signal ends it only if it reads. Before a repeat,
 * or a first request after a look that the caller tells of, that needs a look at what is there, `beforeRepeat` reads, in the place of the repeat, so that nothing waits in between
 * (promise F-42).
 */
export async function runAttempts<Response>(
  context: AttemptContext,
  operation: AnyOperation<Response>,
  encoded: EncodedRequest,
  options: CallOptions,
): Promise<Conclusion<Response>> {
  const { clock, limiter, patience, observe, intervalMs } = context;
  const { deadline, stopSignal, beforeRepeat, maxAttempts = (context.maxRetries ?? Infinity) + 1 } = options;
  const startedAt = clock.now();
  let seenAt = options.seenAtMs ?? startedAt;
  const isHeld = options.countsLimiter !== true;
  let timer: Timer | undefined;
  let attempts = 0;
  let last: Failure | undefined;
  let isEffectPossible = false;

  /** Started on demand: most calls never wait. */
  function getWaitSignal(): AbortSignal {
    timer ??= startTimer(clock, isHeld ? Infinity : deadline.remainingMs, stopSignal);
    return timer.signal;
  }
  const isStopped = (): boolean => stopSignal?.aborted === true;
  function conclude(result: Success<Response> | Failure): Conclusion<Response> {
    return { result, attempts, elapsedMs: clock.now() - startedAt };
  }
  function giveUp(failure: Failure): Conclusion<Response> {
    const isCertain = !isEffectPossible || failure.isEffectPossible;
    return conclude(
      isCertain ? failure : { ...failure, code: toUncertainCode(failure.code), isEffectPossible: true },
    );
  }
  function stopWaiting(): Conclusion<Response> {
    return giveUp(isStopped() ? interrupted(last) : (last ?? OUT_OF_TIME));
  }

  const isRepeat = (): boolean => attempts + (options.earlier?.attempts ?? 0) > 0;
  /** Sends the request, or only looks: returns why it cannot be sent now, or undefined if it must not be sent again. */
  async function send(): Promise<Success<Response> | Failure | undefined> {
    const isBlind = isEffectPossible || clock.now() - seenAt > LONGEST_BLIND_MS;
    if (beforeRepeat !== undefined && (isRepeat() || options.seenAtMs !== undefined) && isBlind) {
      const look = await lookAgain(beforeRepeat, options, last ?? UNSENT_AGAIN, isEffectPossible);
      if (typeof look === "object") {
        attempts++;
        return look;
      }
      if (!look || isStopped()) return undefined;
      seenAt = clock.now();
    }
    attempts++;
    return (await attempt(context, operation, encoded, options)) ?? interrupted(last);
  }

  try {
    for (;;) {
      if (isStopped() || deadline.remainingMs === 0) return stopWaiting();
      // A repeat may need a read, too.
      const spacingMs = beforeRepeat !== undefined && isRepeat() ? 2 * intervalMs : intervalMs;
      let release = options.isPlaced === true ? toNothing : limiter.tryAcquire(spacingMs);
      try {
        const held = isHeld ? deadline : undefined;
        release ??= await limiter.acquire({ signal: getWaitSignal(), deadline: held, intervalMs: spacingMs });
      } catch (error) {
        if (error === PAUSE_TOO_LONG) last ??= PAUSED_TOO_LONG;
        return stopWaiting();
      }
      const sentAt = clock.now();
      let outcome: RequestOutcome = { kind: "failed" };
      let result;
      try {
        result = await send();
        if (result === undefined) return stopWaiting();
        if (result.kind === "success") outcome = { kind: "accepted" };
        else if (result.code === "rate_limited")
          outcome = { kind: "limited", retryAfterMs: result.retryAfterMs };
      } finally {
        release(outcome);
      }
      const now = clock.now();
      const event = { operation: operation.name, attempt: attempts, tookMs: now - sentAt };
      patience.learn(result, now);
      if (result.kind === "success") {
        observe({ ...event, result: "ok" });
        return conclude(result);
      }
      last = result;
      isEffectPossible ||= result.isEffectPossible;
      const delayMs =
        result.canRetry && attempts < maxAttempts
          ? patience.tryFindDelayMs(result, attempts, context.random(), now)
          : undefined;
      const canRetry = delayMs !== undefined && delayMs < deadline.remainingMs;
      observe({ ...event, result: result.why, ...(canRetry && !isStopped() ? { retryInMs: delayMs } : {}) });
      // A refusal tells the user more than their own interrupt.
      if (isStopped() && result.canRetry) return stopWaiting();
      if (!canRetry) return giveUp(result);
      try {
        await clock.sleep(delayMs, getWaitSignal());
      } catch {
        return stopWaiting();
      }
    }
  } finally {
    timer?.cancel();
  }
}

function toNothing(): void {
  // The caller has the place.
}

/**
 * Reads what is there before a repeat (promise F-42). @param last - why the last attempt failed
 * @returns whether the request may be sent again; a failure if that cannot be read now, which counts as an attempt
 */
async function lookAgain(
  beforeRepeat: NonNullable<CallOptions["beforeRepeat"]>,
  options: CallOptions,
  last: Failure,
  isEffectPossible: boolean,
): Promise<boolean | Failure> {
  try {
    return await beforeRepeat({ ...options, beforeRepeat: undefined, maxAttempts: 1, isPlaced: true });
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    const { code, message, details } = error;
    if (!TRANSIENT_CODES.has(code) && code !== "interrupted") {
      throw isEffectPossible
        ? new MergeQueueError(code, message, { ...details, isEffectPossible }, error)
        : error;
    }
    const why = `${last.why.replace(UNREAD, "")}${UNREAD}`;
    const isLimited = code === "rate_limited";
    const { retryAfterMs } = details;
    const facts = { why, retryAfterMs, isUnreachable: code === "unreachable", isEffectPossible: false };
    return { ...last, ...facts, canRetry: true, code: isLimited ? "rate_limited" : last.code };
  }
}

const UNREAD = "; reading the queue before sending it again failed, too";

/** Makes one attempt. @returns undefined if the stop signal cancelled it */
async function attempt<Response>(
  context: AttemptContext,
  operation: AnyOperation<Response>,
  { query, body, asked }: EncodedRequest,
  options: CallOptions,
): Promise<Success<Response> | Failure | undefined> {
  const limitMs = options.attemptTimeoutMs ?? context.requestTimeoutMs;
  const stopSignal = operation.isRead ? options.stopSignal : undefined;
  const timer = startTimer(context.clock, Math.min(limitMs, options.deadline.remainingMs), stopSignal);
  const { method } = operation;
  const path = `${context.basePath}${operation.path}${query}`;
  const headers = { ...(body !== undefined && { "content-type": "application/json" }), ...context.headers };
  let exchange;
  try {
    exchange = await context.transport({ method, path, headers, body, signal: timer.signal });
  } finally {
    timer.cancel();
  }
  const isCancelled = exchange.kind === "fault" && exchange.reason === "cancelled";
  if (isCancelled && stopSignal !== undefined && !timer.isOver) return undefined;
  return interpretExchange(operation, exchange, context.foreign, asked);
}

function interrupted(last: Failure | undefined): Failure {
  const why = last === undefined ? "it was interrupted" : `it was interrupted; before that, ${last.why}`;
  return { ...last, ...toUnsent("interrupted", why) };
}

const PAUSED_TOO_LONG = toUnsent(
  "rate_limited",
  "the service limits requests (429 to an earlier one), and the wait that it asked for is longer than the time that is left",
);
const UNSENT_AGAIN = toUnsent("deadline_exceeded", "it was not sent");
const OUT_OF_TIME = toUnsent("deadline_exceeded", "its time was up before a request could be made");

function toUnsent(code: Failure["code"], why: string): Failure {
  return { kind: "failure", canRetry: false, isEffectPossible: false, code, why };
}
