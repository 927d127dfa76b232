import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { AttemptEvent, CallOptions } from "../api-client";
import type { ClientConfig } from "../client-config";
import type { Clock } from "../clock";
import type { EncodedRequest } from "../encode-request";
import type { HttpRequest, Transport } from "../exchange";
import { PAUSE_TOO_LONG, type Release, type RequestLimiter, type RequestOutcome } from "../request-limiter";
import type { ForeignText } from "../responses/foreign-text";
import {
  type AnyOperation,
  type Failure,
  interpretExchange,
  type Success,
  SWITCHING_CODE,
} from "../responses/interpret-exchange";
import { LONGEST_BLIND_MS, TRANSIENT_CODES, toUncertainCode } from "../retry-policy";
import type { Patience } from "./patience";
import { startTimer, type Timer } from "./timer";

export interface AttemptContext extends Pick<ClientConfig, "basePath" | "requestTimeoutMs" | "maxRetries"> {
  readonly transport: Transport;
  readonly limiter: RequestLimiter;
  readonly clock: Clock;
  /** A number from 0 (inclusive) to 1 (exclusive), for jitter. */
  readonly random: () => number;
  readonly foreign: ForeignText;
  readonly patience: Patience;
  /** Headers of every request. A request with a body also has `content-type`. */
  readonly headers: HttpRequest["headers"];
  /** Minimum milliseconds between the starts of two requests. */
  readonly intervalMs: number;
  readonly observe: (event: AttemptEvent) => void;
}

export interface CallEnd<Response> {
  readonly result: Success<Response> | Failure;
  readonly attempts: number;
  readonly elapsedMs: number;
}

type Send<Response> = () => Promise<Success<Response> | Failure | undefined>;

class Attempts<Response> {
  readonly #context: AttemptContext;
  readonly #operation: string;
  readonly #options: CallOptions;
  readonly #startedAt: number;
  #seenAt: number;
  #count = 0;
  #tookMs = 0;
  #last: Failure | undefined;
  #isEffectPossible = false;
  /** The timer starts only when a call has to wait. Most calls never wait. */
  #waiting: Timer | undefined;

  constructor(context: AttemptContext, operation: string, options: CallOptions) {
    this.#context = context;
    this.#operation = operation;
    this.#options = options;
    this.#startedAt = context.clock.now();
    this.#seenAt = options.seenAtMs ?? this.#startedAt;
  }

  get isStopped(): boolean {
    return this.#options.stopSignal?.aborted === true;
  }

  get #isRepeat(): boolean {
    return this.#count + (this.#options.earlier?.attempts ?? 0) > 0;
  }

  /** Waits for a place in the limiter. @returns undefined after an interrupt or the deadline */
  async tryTakePlace(): Promise<Release | undefined> {
    const { deadline, beforeRepeat, isPlaced, countsLimiter } = this.#options;
    if (this.isStopped || deadline.remainingMs === 0) return undefined;
    // The caller has the place.
    if (isPlaced === true) return () => undefined;
    const { limiter, intervalMs: spacingMs } = this.#context;
    // A repeat may need a read, too.
    const intervalMs = beforeRepeat !== undefined && this.#isRepeat ? 2 * spacingMs : spacingMs;
    const held = countsLimiter === true ? undefined : deadline;
    try {
      return (
        limiter.tryAcquire(intervalMs) ??
        (await limiter.acquire({ signal: this.#getWaitSignal(), deadline: held, intervalMs }))
      );
    } catch (error) {
      if (error === PAUSE_TOO_LONG) this.#last ??= PAUSED_TOO_LONG;
      return undefined;
    }
  }

  /** @returns undefined if the request must not be repeated, or if the stop signal cancelled it */
  async make(release: Release, send: Send<Response>): Promise<Success<Response> | Failure | undefined> {
    const { clock, patience } = this.#context;
    const sentAt = clock.now();
    let result;
    try {
      result = await this.#lookAndSend(send);
    } finally {
      release(toOutcome(result));
    }
    if (result === undefined) return undefined;
    const now = clock.now();
    this.#tookMs = now - sentAt;
    patience.learn(result, now);
    if (result.kind === "success") {
      this.#observe("ok");
      return result;
    }
    this.#last = result;
    this.#isEffectPossible ||= result.isEffectPossible;
    return result;
  }

  /** @returns the milliseconds until the next attempt; undefined if there is none */
  planNext(failure: Failure): number | undefined {
    const { clock, patience, random, maxRetries } = this.#context;
    const { deadline, maxAttempts = (maxRetries ?? Infinity) + 1 } = this.#options;
    const delayMs =
      failure.canRetry && this.#count < maxAttempts
        ? patience.tryFindDelayMs(failure, this.#count, random(), clock.now())
        : undefined;
    const isInTime = delayMs !== undefined && delayMs < deadline.remainingMs;
    this.#observe(failure.why, isInTime && !this.isStopped ? delayMs : undefined);
    return isInTime ? delayMs : undefined;
  }

  async tryWait(ms: number): Promise<boolean> {
    try {
      await this.#context.clock.sleep(ms, this.#getWaitSignal());
      return true;
    } catch {
      return false;
    }
  }

  conclude(result: Success<Response> | Failure): CallEnd<Response> {
    return { result, attempts: this.#count, elapsedMs: this.#context.clock.now() - this.#startedAt };
  }

  /** Ends the call with a failure that also says whether an earlier request may have had an effect. */
  giveUp(failure: Failure): CallEnd<Response> {
    if (!this.#isEffectPossible || failure.isEffectPossible) return this.conclude(failure);
    return this.conclude({ ...failure, code: toUncertainCode(failure.code), isEffectPossible: true });
  }

  /** Ends the call because of an interrupt, the deadline, or the result of `beforeRepeat`. */
  stop(): CallEnd<Response> {
    return this.giveUp(this.isStopped ? interrupted(this.#last) : (this.#last ?? OUT_OF_TIME));
  }

  close(): void {
    this.#waiting?.cancel();
  }

  /** Sends the request, after `beforeRepeat` if a read must come first. Both use one place in the limiter. */
  async #lookAndSend(send: Send<Response>): Promise<Success<Response> | Failure | undefined> {
    const { clock } = this.#context;
    const { beforeRepeat, seenAtMs } = this.#options;
    // After switching modes, a queue may have any state.
    const isUncertain = this.#isEffectPossible || this.#last?.serverCode === SWITCHING_CODE;
    const isBlind = isUncertain || clock.now() - this.#seenAt > LONGEST_BLIND_MS;
    if (beforeRepeat !== undefined && (this.#isRepeat || seenAtMs !== undefined) && isBlind) {
      const look = await this.#lookAgain(beforeRepeat);
      if (typeof look === "object") {
        this.#count++;
        return look;
      }
      if (!look || this.isStopped) return undefined;
      this.#seenAt = clock.now();
    }
    this.#count++;
    return (await send()) ?? interrupted(this.#last);
  }

  /** @returns whether the request may be sent, or the failure of the read */
  async #lookAgain(beforeRepeat: NonNullable<CallOptions["beforeRepeat"]>): Promise<boolean | Failure> {
    const last = this.#last ?? UNSENT_AGAIN;
    const options = { ...this.#options, beforeRepeat: undefined, maxAttempts: 1, isPlaced: true };
    try {
      return await beforeRepeat(options);
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      const { code, message, details } = error;
      if (!TRANSIENT_CODES.has(code) && code !== "interrupted") {
        throw this.#isEffectPossible
          ? new MergeQueueError(code, message, { ...details, isEffectPossible: true }, error)
          : error;
      }
      const why = `${last.why.replace(UNREAD, "")}${UNREAD}`;
      const isLimited = code === "rate_limited";
      const { retryAfterMs } = details;
      const facts = { why, retryAfterMs, isUnreachable: code === "unreachable", isEffectPossible: false };
      return { ...last, ...facts, canRetry: true, code: isLimited ? "rate_limited" : last.code };
    }
  }

  #getWaitSignal(): AbortSignal {
    const { deadline, countsLimiter, stopSignal } = this.#options;
    const ms = countsLimiter === true ? deadline.remainingMs : Infinity;
    this.#waiting ??= startTimer(this.#context.clock, ms, stopSignal);
    return this.#waiting.signal;
  }

  #observe(result: string, retryInMs?: number): void {
    const event = { operation: this.#operation, attempt: this.#count, tookMs: this.#tookMs, result };
    this.#context.observe(retryInMs === undefined ? event : { ...event, retryInMs });
  }
}

function toOutcome(result: Success<unknown> | Failure | undefined): RequestOutcome {
  if (result?.kind === "success") return { kind: "accepted" };
  if (result?.code === "rate_limited") return { kind: "limited", retryAfterMs: result.retryAfterMs };
  return { kind: "failed" };
}

const UNREAD = "; before the request could be sent again, a read failed, too";

function interrupted(last: Failure | undefined): Failure {
  const why = last === undefined ? "it was interrupted" : `it was interrupted; before that, ${last.why}`;
  return { ...last, ...toUnsent("interrupted", why) };
}

const PAUSED_TOO_LONG = toUnsent(
  "rate_limited",
  "the service refused an earlier request with 429, and asked for a wait beyond the remaining time",
);
const UNSENT_AGAIN = toUnsent("deadline_exceeded", "it was not sent");
const OUT_OF_TIME = toUnsent("deadline_exceeded", "the time limit passed before a request could be sent");

/** Makes a failure that ends the call without another request, for example because the time is up. */
export function toUnsent(code: Failure["code"], why: string): Failure {
  return { kind: "failure", canRetry: false, isEffectPossible: false, code, why };
}

/** Runs a call with its retries. The deadline's clock stands still while the call waits for a free place. */
export async function runAttempts<Response>(
  context: AttemptContext,
  operation: AnyOperation<Response>,
  encoded: EncodedRequest,
  options: CallOptions,
): Promise<CallEnd<Response>> {
  const call = new Attempts<Response>(context, operation.name, options);
  try {
    for (;;) {
      const place = await call.tryTakePlace();
      if (place === undefined) return call.stop();
      const result = await call.make(place, async () => attempt(context, operation, encoded, options));
      if (result === undefined) return call.stop();
      if (result.kind === "success") return call.conclude(result);
      const delayMs = call.planNext(result);
      // A refusal tells users more than their own interrupt does.
      if (call.isStopped && result.canRetry) return call.stop();
      if (delayMs === undefined) return call.giveUp(result);
      if (!(await call.tryWait(delayMs))) return call.stop();
    }
  } finally {
    call.close();
  }
}

/** Makes one attempt. @returns undefined if the stop signal cancelled it */
async function attempt<Response>(
  context: AttemptContext,
  operation: AnyOperation<Response>,
  { path: ownPath, query, body, asked }: EncodedRequest,
  options: CallOptions,
): Promise<Success<Response> | Failure | undefined> {
  const limitMs = options.attemptTimeoutMs ?? context.requestTimeoutMs;
  const stopSignal = operation.isRead ? options.stopSignal : undefined;
  const timer = startTimer(context.clock, Math.min(limitMs, options.deadline.remainingMs), stopSignal);
  const { method } = operation;
  const path = `${context.basePath}${ownPath}${query}`;
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
