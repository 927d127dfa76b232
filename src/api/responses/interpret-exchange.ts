import type { ErrorCode } from "../../queue/merge-queue-error";
import type { Operation } from "../operations/operation";
import { parseRetryAfterMs, TRANSIENT_STATUSES } from "../retry/retry-policy";
import { TLS_EXPECTED } from "../transport/describe-fault";
import type { Exchange, HttpAnswer, HttpFault } from "../transport/exchange";
import type { ForeignText } from "./foreign-text";
import { isPage, readBody } from "./read-body";

/** What kind of operation it is decides what a failure means. */
export type AnyOperation<Response = unknown> = Pick<
  Operation<string, never, Response>,
  "name" | "activity" | "method" | "path" | "responseSchema" | "isIdempotent" | "isRead" | "responseFormat"
>;

/** The codes that a call can end with once its request has been found right. */
export type FailureCode = Extract<
  ErrorCode,
  | "refused"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "wrong_address"
  | "proxy_refused"
  | "rate_limited"
  | "server_error"
  | "unreachable"
  | "no_answer"
  | "outcome_unknown"
  | "unexpected_response"
  | "deadline_exceeded"
  | "interrupted"
>;

/** An exchange that did what it should. */
export interface Success<Response> {
  readonly kind: "success";
  /** The answer as the operation's schema reads it. */
  readonly value: Response;
}

/** An exchange that failed, as one attempt of possibly several. */
export interface Failure {
  readonly kind: "failure";
  /** What it means if no further attempt is made. */
  readonly code: FailureCode;
  /** Why, as a clause for people: `the service answered 503 ("busy")`. */
  readonly why: string;
  /** Whether the operation may be sent again (promises ). */
  readonly canRetry: boolean;
  /** Whether a write may have taken effect nevertheless. Always false for a read. */
  readonly isEffectPossible: boolean;
  /** Whether nothing was found that could answer, see {@link HttpFault}. Default: it is not so. */
  readonly isAbsent?: boolean;
  /** HTTP status, if there was an answer. */
  readonly status?: number;
  /** What the service said, at most 500 characters, the token taken out. */
  readonly serverText?: string;
  /** Milliseconds that the service asked to wait. */
  readonly retryAfterMs?: number;
  /** Wire name of the field at fault. */
  readonly field?: string;
  readonly cause?: unknown;
}

/** Content types under which the service itself says 404 (interface, Errors). */
const SERVICE_CONTENT_TYPES: ReadonlySet<string> = new Set([
  "application/plain-text",
  "text/plain",
  "application/json",
]);

/** What it means to a read that its answer did not come. */
const CODES_BY_FAULT = {
  failed: "no_answer",
  cut_off: "deadline_exceeded",
  too_large: "unexpected_response",
} as const satisfies Readonly<Record<Exclude<HttpFault["reason"], "proxy_refused">, FailureCode>>;

/** What the remaining statuses mean; a 4xx that is not here is a refusal. */
const CODES_BY_STATUS: Readonly<Partial<Record<number, FailureCode>>> = {
  401: "unauthorized",
  403: "forbidden",
  407: "proxy_refused",
};

/**
 * The one place that says what an exchange means: operation, status, content type and body, or how the
 * exchange broke, to an {@link ErrorCode} (promises, F-01 to F-07, F-16, F-20).
 */
export function interpretExchange<Response>(
  operation: AnyOperation<Response>,
  exchange: Exchange,
  foreign: ForeignText,
): Success<Response> | Failure {
  if (exchange.kind === "fault") return interpretFault(operation, exchange, foreign);
  if (exchange.status >= 200 && exchange.status < 300) return interpretSuccess(operation, exchange, foreign);
  return interpretRefusal(operation, exchange, foreign);
}

function interpretFault(operation: AnyOperation, fault: HttpFault, foreign: ForeignText): Failure {
  const why = foreign.inline(fault.text);
  const base = { kind: "failure", why, cause: fault.cause } as const;
  if (fault.reason === "proxy_refused") {
    return { ...base, code: "proxy_refused", canRetry: false, isEffectPossible: false };
  }
  if (!fault.isSent) {
    const canRetry = !fault.isPermanent;
    return { ...base, code: "unreachable", canRetry, isEffectPossible: false, isAbsent: fault.isAbsent };
  }
  const canRetry = operation.isIdempotent && !fault.isPermanent;
  if (!operation.isRead) return { ...base, code: "outcome_unknown", canRetry, isEffectPossible: true };
  return { ...base, code: CODES_BY_FAULT[fault.reason], canRetry, isEffectPossible: false };
}

function interpretSuccess<Response>(
  operation: AnyOperation<Response>,
  answer: HttpAnswer,
  foreign: ForeignText,
): Success<Response> | Failure {
  const body = readBody(operation, answer, (text) => foreign.redactToken(text));
  if (body.kind === "value") return { kind: "success", value: body.value };
  const facts = describeAnswer(answer, foreign);
  const failure = {
    kind: "failure",
    ...facts,
    canRetry: false,
    isEffectPossible: !operation.isRead,
  } as const;
  switch (body.kind) {
    case "foreign":
      // The page came from something else; what became of a write behind that cannot be told.
      return { ...failure, code: "wrong_address" };
    case "truncated":
      return {
        ...failure,
        code: operation.isRead ? "no_answer" : "outcome_unknown",
        canRetry: operation.isIdempotent,
        why: `${facts.why}, which ends in the middle`,
      };
    case "mismatch":
      return {
        ...failure,
        code: "unexpected_response",
        why: `${facts.why}, which is not what the interface says: ${foreign.inline(body.problem)}`,
        ...(body.field === undefined ? {} : { field: body.field }),
      };
  }
}

/** How servers that speak TLS refuse a request in plain http, where they do so in plain http themselves. */
const TLS_EXPECTED_ANSWER = /\bHTTP request (was sent )?to (an )?HTTPS (server|port)\b/i;

function interpretRefusal(operation: AnyOperation, answer: HttpAnswer, foreign: ForeignText): Failure {
  const { status } = answer;
  const facts = { kind: "failure", ...describeAnswer(answer, foreign) } as const;
  if (status < 400) {
    const target = answer.location === undefined ? "" : ` to ${foreign.quote(answer.location, 200)}`;
    const why = `the answer was a redirect (${status})${target}, and redirects are never followed`;
    return { ...facts, code: "wrong_address", why, canRetry: false, isEffectPossible: false };
  }
  if (status === 429) {
    const retryAfterMs = parseRetryAfterMs(answer.retryAfter, answer.date);
    const wish = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { ...facts, ...wish, code: "rate_limited", canRetry: true, isEffectPossible: false };
  }
  if (status === 400 && TLS_EXPECTED_ANSWER.test(answer.text)) {
    const why = `${TLS_EXPECTED} (${facts.why})`;
    return { ...facts, code: "wrong_address", why, canRetry: false, isEffectPossible: false };
  }
  if ((status >= 500 && status !== 501) || TRANSIENT_STATUSES.has(status)) {
    return interpretTrouble(operation, answer, facts);
  }
  if (status === 404) {
    const base = { ...facts, canRetry: false, isEffectPossible: false };
    const type = answer.contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
    if (SERVICE_CONTENT_TYPES.has(type)) return { ...base, code: "not_found" };
    const told = type === "" ? "without a content type" : `of type ${foreign.quote(type, 80)}`;
    const why = `the answer was 404 ${told}, which is not how a merge queue service says it`;
    return { ...base, code: "wrong_address", why };
  }
  const code = status === 501 ? "server_error" : (CODES_BY_STATUS[status] ?? "refused");
  const isForeign = isPage(answer) && code !== "proxy_refused";
  return { ...facts, code: isForeign ? "wrong_address" : code, canRetry: false, isEffectPossible: false };
}

/** A status that says nothing about whether the request was processed. */
function interpretTrouble(
  operation: AnyOperation,
  answer: HttpAnswer,
  facts: Pick<Failure, "kind" | "why" | "status" | "serverText">,
): Failure {
  const retryAfterMs = parseRetryAfterMs(answer.retryAfter, answer.date);
  const isTransient = TRANSIENT_STATUSES.has(answer.status);
  // A load balancer in front of the service has a page for a bad moment, too: that is repeated as any other.
  const isForeign = isPage(answer) && (operation.isIdempotent || !isTransient);
  const code = operation.isIdempotent ? "server_error" : "outcome_unknown";
  return {
    ...facts,
    code: isForeign ? "wrong_address" : code,
    canRetry: operation.isIdempotent && isTransient,
    isEffectPossible: !operation.isRead,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

function describeAnswer(
  answer: HttpAnswer,
  foreign: ForeignText,
): { why: string; status: number; serverText: string } {
  const { status, text } = answer;
  const type = answer.contentType === undefined ? "" : ` of type ${foreign.quote(answer.contentType, 80)}`;
  // A strange body is told by its beginning; a refusal is what the service wants to say.
  const isStrange = status < 300 || isPage(answer);
  const shown = text.trim() === "" ? "without text" : foreign.quote(text, isStrange ? 80 : 500);
  const why = isStrange
    ? `the answer was ${status} with a body${type}: ${shown}`
    : `the service answered ${status}: ${shown}`;
  return { why, status, serverText: foreign.shorten(text) };
}
