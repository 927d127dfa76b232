import type { PullRequestState } from "../../queue/pull-request-state";
import { type Html, html } from "../../text/html";
import type { QueueStatus } from "./summarize-queue";

/** One colour means one thing everywhere: it goes well, is being tested, is held back, has failed, or has not begun. */
const LOOKS = {
  running: "good",
  merged: "good",
  tests_passed: "good",
  testing: "busy",
  bisecting: "busy",
  paused: "held",
  draining: "held",
  switching_modes: "held",
  not_ready: "held",
  failing: "bad",
  failed: "bad",
  pending_failure: "bad",
  pending: "still",
  cancelled: "still",
} as const satisfies Readonly<Record<PullRequestState | QueueStatus | "bisecting", string>>;

/** Draws the state of a queue, an entry or a pull request as a coloured badge. */
export function drawBadge(state: keyof typeof LOOKS): Html {
  return html`<span class="badge ${LOOKS[state]}">${state.replaceAll("_", " ")}</span>`;
}
