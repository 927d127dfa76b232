import { formatDuration } from "../../../text/format-duration";
import { element, type VirtualNode } from "./virtual-node";

/** Draws a past moment as a duration, with the moment in its tooltip. */
export function drawAgo(atMs: number, nowMs: number): VirtualNode {
  const ms = nowMs - atMs;
  return drawTime(atMs, ms < 1000 ? "just now" : `${formatDuration(ms)} ago`);
}

/** Draws a future moment as a duration, with the moment in its tooltip. */
export function drawUntil(atMs: number, nowMs: number): VirtualNode {
  return drawTime(atMs, `in ${formatDuration(atMs - nowMs)}`);
}

function drawTime(atMs: number, text: string): VirtualNode {
  const date = new Date(atMs);
  return element("time", { datetime: date.toISOString(), title: date.toLocaleString() }, text);
}
