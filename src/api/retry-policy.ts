import type { ErrorCode } from "../queue/merge-queue-error";

/** Maxima, in this order: the first wait (doubles each time), every wait, and a `Retry-After`. */
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 20_000;
const MAX_RETRY_AFTER_MS = 60_000;

/** Milliseconds after which a read is too old: the client reads again before it repeats a write. */
export const LONGEST_BLIND_MS = 1_000;

/** Statuses after which an idempotent operation is repeated. */
export const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Codes of temporary failures: the service may respond later. */
export const TRANSIENT_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "rate_limited",
  "server_error",
  "unreachable",
  "no_answer",
  "deadline_exceeded",
]);

/**
 * Returns the milliseconds to the next attempt: exponential, with full jitter, at least `retryAfterMs`.
 * @param attempts - number of attempts so far, at least 1
 * @param random - a number from 0 (inclusive) to 1 (exclusive)
 */
export function computeRetryDelayMs(attempts: number, random: number, retryAfterMs = 0): number {
  const ceilingMs = Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** (attempts - 1));
  return Math.max(retryAfterMs, random * ceilingMs);
}

/**
 * Parses a `Retry-After` header: seconds or an HTTP date. Compares a date with the response's own `Date`, so
 * that neither machine's clock needs to be right.
 * @returns milliseconds from 0 to 60,000, or undefined if the header is missing or invalid
 */
export function parseRetryAfterMs(header: string | undefined, date: string | undefined): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000);
  // Date.parse also accepts strings that are not HTTP dates, such as "-1".
  if (!/^[A-Z][a-z]{2,8}, /.test(text) || date === undefined) return undefined;
  const waitMs = Date.parse(text) - Date.parse(date);
  return Number.isNaN(waitMs) ? undefined : clamp(waitMs);
}

function clamp(waitMs: number): number {
  return Math.min(MAX_RETRY_AFTER_MS, Math.max(0, waitMs));
}

const CODES_WITHOUT_EFFECT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unreachable",
  "rate_limited",
  "deadline_exceeded",
  "proxy_refused",
]);

/** An earlier request may have been applied, so codes that mean "no effect" become `outcome_unknown`. */
export function toUncertainCode<Code extends ErrorCode>(code: Code): Code | "outcome_unknown" {
  return CODES_WITHOUT_EFFECT.has(code) ? "outcome_unknown" : code;
}
