import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import type { OperationName } from "../api/operations";
import { IDENTITY_FIELDS } from "../api/schemas/identity-schema";
import type { QueueIdentity } from "../queue/queue-identity";
import { isSameQueue } from "../queue/queue-identity";
import type { Delivery } from "./http/delivery";
import type { ServiceAnswer } from "./http/service-response";
import { answerText } from "./http/service-response";

/** The part of a body that names a queue. */
const QUEUE_NAME = z.object(IDENTITY_FIELDS);

/** What a fault knows about the request it may spoil. */
export interface FaultRequest {
  /** The operation; undefined: the path is no operation's. */
  readonly operation: OperationName | undefined;
  /** The parsed body; undefined: it is not JSON. */
  readonly body: unknown;
  /** Whether its connection has carried a request before: a kept one, which a server may close at any moment. */
  readonly isConnectionReused: boolean;
  /** Aborts when the service is closed. */
  readonly signal: AbortSignal;
  /** Answers what `/getQueue` would say now about the queue of this request, without being noticed. */
  readonly peekQueue: () => ServiceAnswer;
}

/**
 * Goes on: to the next fault, and behind the last to the service itself, which then does what the request asks.
 * With an argument, as if the client had sent this body.
 */
export type Next = (body?: unknown) => Promise<Delivery>;

/**
 * Something that goes wrong. A fault that does not go on prevents the request from having any effect; one that
 * goes on and returns something else makes the service do its work and lie about it.
 */
export type Fault = (request: FaultRequest, next: Next) => Promise<Delivery>;

/** Puts faults around each other, the first outermost. */
export function chainFaults(faults: readonly Fault[]): Fault {
  return (request, next) => {
    const enter = (index: number, body: unknown): Promise<Delivery> => {
      const fault = faults[index];
      if (fault === undefined) return next(body);
      const seen = body === undefined ? request : { ...request, body };
      return fault(seen, (changed) => enter(index + 1, changed ?? body));
    };
    return enter(0, undefined);
  };
}

/** Lets a fault happen to some operations only. */
export function onOperation(operations: OperationName | readonly OperationName[], fault: Fault): Fault {
  const names: readonly (OperationName | undefined)[] = [operations].flat();
  return (request, next) => (names.includes(request.operation) ? fault(request, next) : next());
}

/** Lets a fault happen to the first `count` requests that reach it, and then no more. */
export function firstTimes(count: number, fault: Fault): Fault {
  return onlyTimes((time) => time <= count, fault);
}

/** Lets a fault happen to the `time`th request that reaches it, counted from 1. */
export function onTime(time: number, fault: Fault): Fault {
  return onlyTimes((current) => current === time, fault);
}

/** Lets a fault happen to the `time`th request that reaches it, counted from 1, and to all after it. */
export function fromTime(time: number, fault: Fault): Fault {
  return onlyTimes((current) => current >= time, fault);
}

/** Lets a fault happen to requests that name this queue only. */
export function onQueue(queue: QueueIdentity, fault: Fault): Fault {
  return (request, next) => {
    const named = QUEUE_NAME.safeParse(request.body);
    return named.success && isSameQueue(named.data, queue) ? fault(request, next) : next();
  };
}

/** Lets a fault happen only to requests on a connection that has carried one before. */
export function onReusedConnection(fault: Fault): Fault {
  return (request, next) => (request.isConnectionReused ? fault(request, next) : next());
}

function onlyTimes(isMeant: (time: number) => boolean, fault: Fault): Fault {
  let time = 0;
  return (request, next) => {
    time += 1;
    return isMeant(time) ? fault(request, next) : next();
  };
}

/** What {@link fail} answers beside the status. */
export interface FailOptions {
  /** Whether the request takes effect nevertheless. Default: false. */
  readonly commits?: boolean;
  /** Body. Default: a sentence that says that the fault is injected. */
  readonly body?: string;
  /** Header fields, names in lower case: `retry-after`, `location`. Default: the content type of errors. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a status instead of what the service says: 429, 500, 302, a foreign 200. */
export function fail(status: number, { commits = false, body, headers = {} }: FailOptions = {}): Fault {
  return async (_request, next) => {
    if (commits) await next();
    const answer = answerText(status, body ?? "This fault was injected.");
    return { kind: "whole", answer: { ...answer, headers: { ...answer.headers, ...headers } } };
  };
}

/** Resets the connection before the request takes effect. */
export const dropBeforeCommit: Fault = () => Promise.resolve({ kind: "dropped" });

/** Resets the connection after the request took effect, in place of the answer. */
export const dropAfterCommit: Fault = async (_request, next) => {
  await next();
  return { kind: "dropped" };
};

/**
 * Sends the first bytes of the body only.
 * @param bytes - how many
 * @param isLengthDeclared - whether the head declares the whole length. Default: true
 */
export function truncate(bytes: number, isLengthDeclared = true): Fault {
  return async (_request, next) => {
    const delivery = await next();
    if (delivery.kind === "dropped") return delivery;
    return { kind: "truncated", answer: delivery.answer, bytes, isLengthDeclared };
  };
}

/**
 * Sends the answer little by little.
 * @param bytes - how many at a time, at least 1
 * @param intervalMs - milliseconds between one time and the next
 * @param from - what is slow: the body alone, or the head as well, status line and all. Default: body
 */
export function drip(bytes: number, intervalMs: number, from: "head" | "body" = "body"): Fault {
  return async (_request, next) => {
    const delivery = await next();
    if (delivery.kind === "dropped") return delivery;
    return { kind: "dripped", answer: delivery.answer, from, bytes, intervalMs };
  };
}

/** Fills up the answer with blanks behind its end, which no JSON minds, until it has this many bytes. */
export function inflate(bytes: number): Fault {
  return async (_request, next) => {
    const delivery = await next();
    if (delivery.kind === "dropped") return delivery;
    const { answer } = delivery;
    const missing = Math.max(0, bytes - Buffer.byteLength(answer.body));
    return { ...delivery, answer: { ...answer, body: answer.body + " ".repeat(missing) } };
  };
}

/** Compresses the answer, as proxies do unasked. */
export function compress(encoding: "gzip" | "br" | "deflate"): Fault {
  return async (_request, next) => {
    const delivery = await next();
    if (delivery.kind === "dropped") return delivery;
    const { answer } = delivery;
    return {
      ...delivery,
      answer: { ...answer, headers: { ...answer.headers, "content-encoding": encoding } },
    };
  };
}

/**
 * Answers 429 to what comes while this many requests are on their way already, without any effect.
 * @param limit - at least 1
 * @param retryAfterSeconds - what `Retry-After` asks to wait; undefined: there is no such header
 */
export function limitInFlight(limit: number, retryAfterSeconds?: number): Fault {
  const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  const refuse = fail(429, { headers });
  let inFlight = 0;
  return async (request, next) => {
    if (inFlight >= limit) return refuse(request, next);
    inFlight += 1;
    try {
      return await next();
    } finally {
      inFlight -= 1;
    }
  };
}

/** Waits before the request takes effect. Ends early when the service is closed. */
export function delay(ms: number): Fault {
  return async ({ signal }, next) => {
    await wait(ms, undefined, { signal });
    return next();
  };
}

/** Holds requests back, before they take effect, until the promise is settled. */
export function holdUntil(released: Promise<unknown>): Fault {
  return async (_request, next) => {
    await released;
    return next();
  };
}

/** Changes what the service gets to see: a number that it clamps, a field that it overlooks. */
export function rewriteRequest(rewrite: (body: unknown) => unknown): Fault {
  return ({ body }, next) => next(rewrite(body));
}

/** Changes JSON that the service answers; other answers pass. */
export function rewriteAnswer(rewrite: (body: unknown) => unknown): Fault {
  return async (_request, next) => {
    const delivery = await next();
    if (delivery.kind === "dropped" || delivery.answer.headers["content-type"] !== "application/json") {
      return delivery;
    }
    const body = JSON.stringify(rewrite(JSON.parse(delivery.answer.body)));
    return { ...delivery, answer: { ...delivery.answer, body } };
  };
}

/**
 * Lets reads lag behind writes: the next `reads` answers of `/getQueue` after any write show the queue as it was
 * before that write. One lag serves one queue.
 */
export function lagReads(reads: number): Fault {
  let stale: { answer: ServiceAnswer; left: number } | undefined;
  return async ({ operation, peekQueue }, next) => {
    if (operation !== "getQueue") {
      stale = { answer: peekQueue(), left: reads };
      return next();
    }
    if (stale === undefined || stale.left === 0) return next();
    stale.left -= 1;
    return { kind: "whole", answer: stale.answer };
  };
}

/** What {@link changeAnswer} makes of the objects that a service answers. */
export interface AnswerChange {
  /** Fields that are added, or shown with another value: what a newer service has to tell. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Fields that are left out. */
  readonly remove?: readonly string[];
}

/** Changes fields of the JSON objects that the service answers, at their top level; other answers pass. */
export function changeAnswer({ set = {}, remove = [] }: AnswerChange): Fault {
  return rewriteAnswer((body) => {
    if (!isObject(body)) return body;
    const kept = Object.entries(body).filter(([name]) => !remove.includes(name));
    // Built from entries: a name like __proto__ stays a field.
    return Object.fromEntries([...kept, ...Object.entries(set)]);
  });
}

/**
 * Lets the service store no larger numbers than these, without a word.
 * @param largest - by the name of the field
 */
export function clampNumbers(largest: Readonly<Record<string, number>>): Fault {
  return rewriteRequest((body) => {
    if (!isObject(body)) return body;
    const clamp = ([name, value]: [string, unknown]): [string, unknown] => {
      const limit = Object.hasOwn(largest, name) ? largest[name] : undefined;
      return [name, typeof value === "number" && limit !== undefined ? Math.min(value, limit) : value];
    };
    return Object.fromEntries(Object.entries(body).map(clamp));
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
