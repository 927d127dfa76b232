import { DAY_MS } from "./milliseconds";
import { quote } from "./quote";

const UNIT_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({ ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }),
);

const WHOLE = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|μs|ms|s|m|h))+$/u;
const PART = /(\d+(?:\.\d+)?)(ns|us|µs|μs|ms|s|m|h)/guy;

export const MAX_DURATION_MS = DAY_MS;

/** Parses a Go duration (`"1h30m"`) of 1 to {@link MAX_DURATION_MS} milliseconds, or returns undefined. */
export function tryParseDurationMs(text: string): number | undefined {
  // Bounds the time for hostile input; the longest sensible duration has a dozen characters.
  if (text.length > 64 || !WHOLE.test(text)) return undefined;
  let totalMs = 0;
  for (const [, amount, unit] of text.matchAll(PART)) {
    /* istanbul ignore next -- every unit that PART matches is in UNIT_MS */
    totalMs += Number(amount) * (UNIT_MS.get(unit ?? "") ?? Number.NaN);
  }
  return totalMs >= 1 && totalMs <= MAX_DURATION_MS ? totalMs : undefined;
}

/** Checks a duration in a queue's `timeouts`. @returns the problem as a sentence, or undefined */
export function checkDuration(value: unknown): string | undefined {
  if (typeof value === "string" && tryParseDurationMs(value) !== undefined) return undefined;
  const examples = 'such as "90s", "5m" or "1h30m"';
  return `Must be a duration of more than 0 and at most ${MAX_DURATION_MS / 3_600_000} hours ${examples}, got ${quote(value)}.`;
}
