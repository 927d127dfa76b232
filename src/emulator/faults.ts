import { setTimeout as wait } from "node:timers/promises";
import { isSameQueue, type QueueIdentity } from "../queue/queue-identity";
import { isPlainObject } from "../text/is-plain-object";
import type { OperationName } from "../wire/first/operations";
import type { SecondName } from "../wire/second/operations";
import { type Delivery, type ServiceResponse, textResponse } from "./http/delivery";

/** A request that a fault may affect. */
export interface FaultRequest {
  /** The operation in the first or second interface; undefined if no operation has this path. */
  readonly operation: OperationName | SecondName | undefined;
  /** The parsed body; undefined if the body is not JSON. */
  readonly body: unknown;
  /** Whether the connection carried an earlier request. A server may close such a connection at any time. */
  readonly isConnectionReused: boolean;
  /** A signal that aborts when the service is closed. */
  readonly signal: AbortSignal;
  /** Reads the request's queue in the same interface and returns the response. Does not count as a read. */
  readonly peekQueue: () => ServiceResponse;
  /** Returns the queue that a body names by identity or id; undefined if it names none, or an unknown id. */
  readonly findQueue: (body: unknown) => QueueIdentity | undefined;
}

/** Passes the request to the next fault, or else to the service. @param body - replaces the request's body */
export type Next = (body?: unknown) => Promise<Delivery>;

/**
 * A simulated fault. The request takes effect only if the fault calls `next`. The fault may then hide the
 * real response, and return another response.
 */
export type Fault = (request: FaultRequest, next: Next) => Promise<Delivery>;

/** Combines faults. The first fault is outermost. */
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

/** Limits a fault to the requests of one or more operations. */
export function onOperation(
  operations: OperationName | SecondName | readonly (OperationName | SecondName)[],
  fault: Fault,
): Fault {
  const names: readonly FaultRequest["operation"][] = [operations].flat();
  return onlyIf(({ operation }) => names.includes(operation), fault);
}

/** Limits a fault to the first `count` requests that reach it. */
export function firstTimes(count: number, fault: Fault): Fault {
  return onlyTimes((time) => time <= count, fault);
}

/** Limits a fault to the `time`th request that reaches it, counted from 1. */
export function onTime(time: number, fault: Fault): Fault {
  return onlyTimes((current) => current === time, fault);
}

/** Limits a fault to the `time`th request that reaches it, counted from 1, and to later requests. */
export function fromTime(time: number, fault: Fault): Fault {
  return onlyTimes((current) => current >= time, fault);
}

/** Limits a fault to requests for one queue, in both interfaces. */
export function onQueue(queue: QueueIdentity, fault: Fault): Fault {
  return onlyIf(({ body, findQueue }) => {
    const named = findQueue(body);
    return named !== undefined && isSameQueue(named, queue);
  }, fault);
}

/** Limits a fault to requests on a connection that has carried a request before. */
export function onReusedConnection(fault: Fault): Fault {
  return onlyIf(({ isConnectionReused }) => isConnectionReused, fault);
}

function onlyTimes(isAffected: (time: number) => boolean, fault: Fault): Fault {
  let time = 0;
  return onlyIf(() => {
    time += 1;
    return isAffected(time);
  }, fault);
}

function onlyIf(isAffected: (request: FaultRequest) => boolean, fault: Fault): Fault {
  return (request, next) => (isAffected(request) ? fault(request, next) : next());
}

function onResponse(
  change: (answer: ServiceResponse, delivery: Exclude<Delivery, { kind: "dropped" }>) => Delivery,
): Fault {
  return async (_request, next) => {
    const delivery = await next();
    return delivery.kind === "dropped" ? delivery : change(delivery.answer, delivery);
  };
}

/** Options of {@link fail}. */
export interface FailOptions {
  /** Whether the request takes effect in the service. Default: false. */
  readonly commits?: boolean;
  /** Body. Default: `This fault was injected.` */
  readonly body?: string;
  /** Header fields, with names in lower case, such as `retry-after`. Default: the content type of errors. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Replaces the response by a response with this status, for example 429, 500 or 302. */
export function fail(status: number, { commits = false, body, headers = {} }: FailOptions = {}): Fault {
  return async (_request, next) => {
    if (commits) await next();
    const answer = textResponse(status, body ?? "This fault was injected.");
    return { kind: "whole", answer: { ...answer, headers: { ...answer.headers, ...headers } } };
  };
}

/** Resets the connection before the request takes effect. */
export const dropBeforeCommit: Fault = () => Promise.resolve({ kind: "dropped" });

/** Resets the connection after the request took effect. */
export const dropAfterCommit: Fault = async (_request, next) => {
  await next();
  return { kind: "dropped" };
};

/** Sends only the first bytes of the body. @param isLengthDeclared - whether the head gives the length */
export function truncate(bytes: number, isLengthDeclared = true): Fault {
  return onResponse((answer) => ({ kind: "truncated", answer, bytes, isLengthDeclared }));
}

/** Sends the response slowly: `bytes` bytes every `intervalMs`. @param from - where the slow part begins */
export function drip(bytes: number, intervalMs: number, from: "head" | "body" = "body"): Fault {
  return onResponse((answer) => ({ kind: "dripped", answer, from, bytes, intervalMs }));
}

/** Adds spaces to the end of the body until it has this many bytes. A JSON body remains valid. */
export function inflate(bytes: number): Fault {
  return onResponse((answer, delivery) => {
    const missing = Math.max(0, bytes - Buffer.byteLength(answer.body));
    return { ...delivery, answer: { ...answer, body: answer.body + " ".repeat(missing) } };
  });
}

/** Refuses a request with 429 if `limit` others are in progress. Default: sends no header `Retry-After`. */
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

/** Waits before the request takes effect. The wait ends early when the service is closed. */
export function delay(ms: number): Fault {
  return async ({ signal }, next) => {
    await wait(ms, undefined, { signal });
    return next();
  };
}

/** Holds requests, before they take effect, until the promise settles. */
export function holdUntil(released: Promise<unknown>): Fault {
  return async (_request, next) => {
    await released;
    return next();
  };
}

/** Changes the body that the service receives. */
export function rewriteRequest(rewrite: (body: unknown) => unknown): Fault {
  return ({ body }, next) => next(rewrite(body));
}

/** Changes JSON responses that the service sends. */
export function rewriteAnswer(rewrite: (body: unknown) => unknown): Fault {
  return onResponse((answer, delivery) => {
    if (answer.headers["content-type"] !== "application/json") return delivery;
    return { ...delivery, answer: { ...answer, body: JSON.stringify(rewrite(JSON.parse(answer.body))) } };
  });
}

/**
 * Makes reads stale: after each write, the next `reads` reads by `/getQueue` or `GET /merge-queues/{id}` show
 * the queue as it was before. Lists never become stale. Use one such fault for each queue and interface.
 */
export function lagReads(reads: number): Fault {
  let stale: { answer: ServiceResponse; left: number } | undefined;
  return async ({ operation, peekQueue }, next) => {
    const isRead = operation === "getQueue" || operation === "GET /merge-queues/{id}";
    if (!isRead && operation?.startsWith("GET ") === true) return next();
    if (!isRead) {
      stale = { answer: peekQueue(), left: reads };
      return next();
    }
    if (stale === undefined || stale.left === 0) return next();
    stale.left -= 1;
    return { kind: "whole", answer: stale.answer };
  };
}

/** How {@link changeAnswer} changes objects. */
export interface AnswerChange {
  /** Fields that are added to the object, or replaced. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Names of fields that are removed from the object. */
  readonly remove?: readonly string[];
}

/** Changes top-level fields of JSON objects in responses. */
export function changeAnswer({ set = {}, remove = [] }: AnswerChange): Fault {
  return rewriteAnswer((body) => {
    if (!isPlainObject(body)) return body;
    const kept = Object.entries(body).filter(([name]) => !remove.includes(name));
    // Built from entries, so that a name like __proto__ remains a field.
    return Object.fromEntries([...kept, ...Object.entries(set)]);
  });
}

/** Makes the service silently reduce numbers that are too large. @param largest - maximum by field name */
export function clampNumbers(largest: Readonly<Record<string, number>>): Fault {
  return rewriteRequest((body) => {
    if (!isPlainObject(body)) return body;
    const clamp = ([name, value]: [string, unknown]): [string, unknown] => {
      const limit = Object.hasOwn(largest, name) ? largest[name] : undefined;
      return [name, typeof value === "number" && limit !== undefined ? Math.min(value, limit) : value];
    };
    return Object.fromEntries(Object.entries(body).map(clamp));
  });
}
