const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const UNITS: readonly (readonly [name: string, ms: number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
];

/**
 * Writes a moment in UTC and how long ago it was: `2026-01-31T08:00:00Z (3 min ago)`.
 * @param text - as the service answered it; what is no ISO 8601 stays as it is
 * @param nowMs - milliseconds since 1970 (UTC)
 */
export function printTime(text: string, nowMs: number): string {
  const ms = parseTime(text);
  if (ms === undefined) return text;
  const iso = new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
  return `${iso} (${printAge(nowMs - ms)})`;
}

/** Writes how long ago a moment was: `3 min ago`. Parameters as those of {@link printTime}. */
export function printTimeAgo(text: string, nowMs: number): string {
  const ms = parseTime(text);
  return ms === undefined ? text : printAge(nowMs - ms);
}

function parseTime(text: string): number | undefined {
  const ms = ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}

/** Writes how long ago something was, in its largest unit: `3 min ago`, `in 2 h`, `now`. */
function printAge(ageMs: number): string {
  const span = printSpan(Math.abs(ageMs));
  if (span === undefined) return "now";
  return ageMs < 0 ? `in ${span}` : `${span} ago`;
}

/** Writes a length of time in its largest unit, rounded down: `3 min`; undefined below a second. */
function printSpan(ms: number): string | undefined {
  const unit = UNITS.find(([, size]) => ms >= size);
  return unit === undefined ? undefined : `${Math.floor(ms / unit[1])} ${unit[0]}`;
}
