import { STATE_TONES } from "../../queue/state-tones";
import type { Cell } from "../../report/print-table";
import type { View } from "../../report/view";
import { formatDuration } from "../../text/format-duration";
import { toCell } from "../../text/to-cell";
import type { MergeEstimate } from "../../wire/first/pull-request";

const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Writes the state of a queue, pull request or test run. Known states have a colour. */
export function toStateCell(state: string | undefined, view: View): Cell {
  const text = toCell(state ?? "-");
  const tone = Object.hasOwn(STATE_TONES, text) ? STATE_TONES[text as keyof typeof STATE_TONES] : undefined;
  return tone === undefined ? text : { text, paint: (shown) => view.paint(tone, shown) };
}

export function paintState(state: string | undefined, view: View): string {
  const cell = toStateCell(state, view);
  return typeof cell === "string" ? cell : (cell.paint?.(cell.text) ?? cell.text);
}

/** Writes a list: `a, b`, `none` if the list is empty, or `-` if it is unknown. */
export function toListCell(texts: readonly string[] | undefined): string {
  if (texts === undefined) return "-";
  return texts.length === 0 ? "none" : texts.map((text) => toCell(text)).join(", ");
}

/** Writes a time in UTC and its age: `2026-01-31T08:00:00Z (3 min ago)`. Returns other text unchanged. */
export function toTimeCell(
  text: string | undefined,
  { nowMs }: Pick<View, "nowMs">,
): { readonly text: string; readonly short: string } {
  const ms = text !== undefined && ISO_8601.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) return { text: toCell(text ?? "-"), short: toCell(text ?? "-") };
  const ago = describeAge(nowMs - ms);
  return { text: `${new Date(ms).toISOString().replace(/\.\d+Z$/, "Z")} (${ago})`, short: ago };
}

function describeAge(ageMs: number): string {
  if (Math.abs(ageMs) < 1_000) return "now";
  return ageMs < 0 ? `in ${formatDuration(-ageMs)}` : `${formatDuration(ageMs)} ago`;
}

/** Writes an estimate: `expected to merge in about 40 min, at 12:40 UTC`. Undefined if unavailable. */
export function describeEstimate(
  { status, kind, estimatedAt = "" }: MergeEstimate,
  nowMs: number,
): string | undefined {
  const atMs = Date.parse(estimatedAt);
  if (status === "unavailable" || Number.isNaN(atMs)) return undefined;
  const isFailure = kind === "pendingFailureResolution";
  const what = isFailure ? "its failure is expected to be resolved" : "expected to merge";
  const [day = "", time = ""] = new Date(atMs).toISOString().split("T");
  const date = new Date(nowMs).toISOString().startsWith(day) ? "" : `${day} `;
  return `${what} in about ${formatDuration(atMs - nowMs)}, at ${date}${time.slice(0, 5)} UTC`;
}
