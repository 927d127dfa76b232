import { STATE_TONES } from "../../queue/state-tones";
import { formatDuration } from "../../text/format-duration";
import { type Html, html } from "../../text/html";

/** UTF-16 code units that the page shows of a text from outside. */
const MAX_LENGTH = 200;

/** Shortens a text from outside; a shortened one ends in `…`. */
export function shortenText(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  // Do not split a surrogate pair.
  return `${text.slice(0, MAX_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Draws a text from outside: shortened, and with a text direction of its own. */
export function drawText(text: string): Html {
  return html`<bdi>${shortenText(text)}</bdi>`;
}

/** Formats a count with separators. */
export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Draws a moment as the time until now, or from now on, with the moment in its tooltip. */
export function drawTime(atMs: number, nowMs: number): Html {
  const moment = new Date(atMs).toISOString();
  return html`<time datetime="${moment}" title="${moment}">${formatDuration(Math.abs(nowMs - atMs))}</time>`;
}

/** Draws the state of a queue, an entry or a pull request as a coloured badge. */
export function drawBadge(state: keyof typeof STATE_TONES): Html {
  return html`<span class="badge ${STATE_TONES[state]}">${state.replaceAll("_", " ")}</span>`;
}
