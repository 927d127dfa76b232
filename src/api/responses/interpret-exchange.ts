import type { ErrorCode } from "../../queue/merge-queue-error";
import { isPlainObject } from "../../text/is-plain-object";
import type { Operation } from "../../wire/operation";
import { TLS_EXPECTED } from "../describe-fault";
import type { Exchange, HttpFault, HttpResponse } from "../exchange";
import { parseRetryAfterMs, TRANSIENT_STATUSES } from "../retry-policy";
import type { ForeignText } from "./foreign-text";
import { type Asked, isPage, readBody } from "./read-body";

export type AnyOperation<Response = unknown> = Omit<
  Operation<never, Response>,
  "requestSchema" | "bodySchema" | "toBody"
>;

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

export interface Success<Response> {
  readonly kind: "success";
  readonly value: Response;
}

export interface Failure {
  readonly kind: "failure";
  /** The error code if no further attempt is made. */
  readonly code: FailureCode;
  /** The reason, as a clause: `the service answered 503: "busy"`. */
  readonly why: string;
  readonly canRetry: boolean;
  /** Whether the service may have applied the write despite the failure. Always false for a read. */
  readonly isEffectPossible: boolean;
  /** See {@link HttpFault}. Default: false. */
  readonly isUnreachable?: boolean;
  readonly status?: number;
  /** The message of the error envelope, or else the whole text. At most 500 characters, without the token. */
  readonly serverText?: string;
  /** Code of the error envelope, without the token. */
  readonly serverCode?: string | undefined;
  /** The response's `X-Request-Id`, without the token. */
  readonly requestId?: string;
  readonly retryAfterMs?: number | undefined;
  readonly field?: string | undefined;
  readonly cause?: unknown;
}

/** Content types of a 404 from the service itself (interface, Errors). */
const SERVICE_CONTENT_TYPES = /^(application\/plain-text|text\/plain|application\/json)$/;

const CODES_BY_FAULT = {
  failed: "no_answer",
  cancelled: "deadline_exceeded",
  too_large: "unexpected_response",
  exhausted: "rate_limited",
} as const satisfies Readonly<Record<Exclude<HttpFault["reason"], "proxy_refused">, FailureCode>>;

/** Error codes of some HTTP statuses. Any other 4xx status gets the code `refused`. */
const CODES_BY_STATUS: Readonly<Partial<Record<number, FailureCode>>> = {
  401: "unauthorized",
  403: "forbidden",
  407: "proxy_refused",
};

/** Maps a response or a fault to a value or an {@link ErrorCode}. No other function maps them. */
export function interpretExchange<Response>(
  operation: AnyOperation<Response>,
  exchange: Exchange,
  foreign: ForeignText,
  asked?: Asked,
): Success<Response> | Failure {
  if (exchange.kind === "fault") return interpretFault(operation, exchange, foreign);
  const { status, requestId = "" } = exchange;
  const isAnswer = status >= 200 && status < 300;
  const result = isAnswer
    ? interpretSuccess(operation, exchange, foreign, asked)
    : interpretRefusal(operation, exchange, foreign);
  if (result.kind === "success" || requestId === "") return result;
  const why = `${result.why}, request id ${foreign.quote(requestId, MAX_NAME_BYTES)}`;
  return { ...result, why, requestId: foreign.shorten(requestId, MAX_NAME_BYTES) };
}

const MAX_NAME_BYTES = 100;

/** The service's code for a write while the queue is switching modes. */
export const SWITCHING_CODE = "MODE_CHANGE_IN_PROGRESS";

function interpretFault(operation: AnyOperation, fault: HttpFault, foreign: ForeignText): Failure {
  const { reason, isSent, isPermanent, isUnreachable, cause } = fault;
  const why = foreign.inline(fault.text);
  const base = { kind: "failure", why, cause, isEffectPossible: false } as const;
  if (reason === "proxy_refused") return { ...base, code: "proxy_refused", canRetry: false };
  if (!isSent) {
    // The other reasons lie on this machine: the end of the request's time, or a limit.
    const code = reason === "failed" ? "unreachable" : CODES_BY_FAULT[reason];
    return { ...base, code, canRetry: !isPermanent, isUnreachable };
  }
  const canRetry = operation.isIdempotent && !isPermanent;
  if (operation.isRead) return { ...base, code: CODES_BY_FAULT[reason], canRetry };
  return { ...base, code: "outcome_unknown", canRetry, isEffectPossible: true };
}

function interpretSuccess<Response>(
  operation: AnyOperation<Response>,
  response: HttpResponse,
  foreign: ForeignText,
  asked: Asked | undefined,
): Success<Response> | Failure {
  const body = readBody(operation, response, (text) => foreign.redactToken(text), asked);
  if (body.kind === "value") return { kind: "success", value: body.value };
  const isEffectPossible = !operation.isRead;
  const facts = { ...describeResponse(response, foreign), canRetry: false, isEffectPossible };
  if (body.kind === "foreign") return { ...facts, code: "wrong_address" };
  if (body.kind === "truncated") {
    const code = operation.isRead ? "no_answer" : "outcome_unknown";
    return { ...facts, code, canRetry: operation.isIdempotent, why: `${facts.why}, which is incomplete` };
  }
  const why = `${facts.why}, which does not match the interface: ${foreign.inline(body.problem)}`;
  return { ...facts, code: "unexpected_response", why, field: body.field };
}

/** Matches the plain http response of a TLS server that refuses a plain http request. */
const TLS_EXPECTED_RESPONSE = /\bHTTP request (was sent )?to (an )?HTTPS (server|port)\b/i;

function interpretRefusal(operation: AnyOperation, response: HttpResponse, foreign: ForeignText): Failure {
  const { status } = response;
  const facts = { ...describeResponse(response, foreign), canRetry: false, isEffectPossible: false };
  if (status < 400) {
    const target = response.location === undefined ? "" : ` to ${foreign.quote(response.location, 200)}`;
    const why = `the response was a redirect (${status})${target}, and redirects are never followed`;
    return { ...facts, code: "wrong_address", why };
  }
  const retryAfterMs = parseRetryAfterMs(response.retryAfter, response.date);
  if (status === 429) return { ...facts, retryAfterMs, code: "rate_limited", canRetry: true };
  if (status === 400 && TLS_EXPECTED_RESPONSE.test(response.text)) {
    return { ...facts, code: "wrong_address", why: `${TLS_EXPECTED} (${facts.why})` };
  }
  const isTransient = TRANSIENT_STATUSES.has(status);
  if ((status >= 500 && status !== 501) || isTransient) {
    const { isIdempotent, isRead } = operation;
    // Load balancers also send a page during an outage, which is repeated like any other failure.
    const isForeign = isPage(response) && (isIdempotent || !isTransient);
    const code = isIdempotent ? "server_error" : "outcome_unknown";
    const effect = { canRetry: isIdempotent && isTransient, isEffectPossible: !isRead };
    return { ...facts, ...effect, retryAfterMs, code: isForeign ? "wrong_address" : code };
  }
  if (status === 404) {
    const type = response.contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
    if (SERVICE_CONTENT_TYPES.test(type)) return { ...facts, code: "not_found" };
    const told = type === "" ? "without a content type" : `of type ${foreign.quote(type, 80)}`;
    const why = `the response was 404 ${told}, which no merge queue service sends`;
    return { ...facts, code: "wrong_address", why };
  }
  if (status === 409 && facts.serverCode === SWITCHING_CODE) {
    return { ...facts, retryAfterMs, code: "refused", canRetry: true };
  }
  const code = status === 501 ? "server_error" : (CODES_BY_STATUS[status] ?? "refused");
  const isForeign = isPage(response) && code !== "proxy_refused";
  return { ...facts, code: isForeign ? "wrong_address" : code };
}

function describeResponse(response: HttpResponse, foreign: ForeignText) {
  const { status, contentType } = response;
  const envelope = status < 400 ? undefined : readEnvelope(response);
  const text = envelope?.message ?? response.text;
  const serverCode = envelope && foreign.shorten(envelope.code, MAX_NAME_BYTES);
  const told = serverCode === undefined ? status : `${status} ${foreign.inline(serverCode)}`;
  const type = contentType === undefined ? "" : ` of type ${foreign.quote(contentType, 80)}`;
  // The beginning of an unexpected body is enough. A refusal is shown in full.
  const isStrange = status < 300 || isPage(response);
  const shown = text.trim() === "" ? "without text" : foreign.quote(text, isStrange ? 80 : 500);
  const why = isStrange
    ? `the response was ${status} with a body${type}: ${shown}`
    : `the service answered ${told}: ${shown}`;
  return { kind: "failure", why, status, serverCode, serverText: foreign.shorten(text) } as const;
}

const MAX_ENVELOPE_LENGTH = 65_536;

/** Reads `{ "error": { "code", "message" } }` of the second interface. The code is stable. */
function readEnvelope({ text }: HttpResponse): Readonly<Record<"code" | "message", string>> | undefined {
  if (!/^\s*\{/.test(text) || text.length > MAX_ENVELOPE_LENGTH) return undefined;
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    const { code, message } = isPlainObject(error) ? error : {};
    const isEnvelope = typeof code === "string" && code !== "" && typeof message === "string";
    return isEnvelope ? { code, message } : undefined;
  } catch {
    // A proxy or a limiter has sent it.
    return undefined;
  }
}
