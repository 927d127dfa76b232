import { breakLogCommandsInLiteral } from "../../text/break-log-commands";
import { escapeControl } from "../../text/escape-control";
import { escapeUnsafe, toUnitEscapes } from "../../text/escape-unsafe";
import { formatDuration } from "../../text/format-duration";
import type { OutputDocument } from "../command-session";

/** Longer texts are useless in a table and slow to measure. */
const MAX_LENGTH = 1_000;

/**
 * Makes any text safe for one line on a terminal: what could steer the terminal becomes a visible escape (promise S-14),
 * line breaks and tabs become blanks.
 */
export function toCell(text: string, maxLength = MAX_LENGTH): string {
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return escapeControl(shortened.replace(/[\n\t]+/g, " "));
}

/** Writes a field of any type in one line: strings as they are, everything else as JSON. */
export function toValueCell(value: unknown): string {
  if (typeof value === "string") return toCell(value);
  const json = JSON.stringify(value) as string | undefined;
  return toCell(json ?? "-");
}

/**
 * Writes a value as one JSON document with its line break. Foreign text cannot steer a terminal or a CI system: JSON
 * escapes replace what could (promise S-14). NaN and infinite numbers become null.
 */
export function printJson(value: unknown): OutputDocument {
  // In JSON such a character can only be part of a string.
  const json = escapeUnsafe(JSON.stringify(value, undefined, 2), (character) =>
    character === "\n" ? character : toUnitEscapes(character),
  );
  return { document: `${breakLogCommandsInLiteral(json)}\n` };
}

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
