import { formatDuration } from "../../text/format-duration";

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/**
 * Writes a time in UTC and how long ago it was: `2026-01-31T08:00:00Z (3 min ago)`.
 * @param text - as the service sent it; anything but ISO 8601 stays as it is
 * @param nowMs - milliseconds since 1970 (UTC)
 */
export function printTime(text: string, nowMs: number): string {
  const ms = parseTime(text);
  if (ms === undefined) return text;
  return `${new Date(ms).toISOString().replace(/\.\d+Z$/, "Z")} (${printTimeAgo(text, nowMs)})`;
}

/** Writes how long ago a time was: `3 min ago`, `in 2 h`, `now`. Parameters as for {@link printTime}. */
export function printTimeAgo(text: string, nowMs: number): string {
  const ms = parseTime(text);
  if (ms === undefined) return text;
  const ageMs = nowMs - ms;
  if (Math.abs(ageMs) < 1_000) return "now";
  return ageMs < 0 ? `in ${formatDuration(-ageMs)}` : `${formatDuration(ageMs)} ago`;
}

function parseTime(text: string): number | undefined {
  const ms = ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
