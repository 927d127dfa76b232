import { STATE_TONES } from "../../queue/state-tones";
import { type Html, html } from "../../text/html";

/** Draws the state of a queue, an entry or a pull request as a coloured badge. */
export function drawBadge(state: keyof typeof STATE_TONES): Html {
  return html`<span class="badge ${STATE_TONES[state]}">${state.replaceAll("_", " ")}</span>`;
}
