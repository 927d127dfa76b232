import { type Html, html } from "../../text/html";
import { drawTime, formatCount } from "./shown-text";
import type { QueueSummary } from "./summarize-queue";

/** Says how much is in a queue, since when, and how often it failed. */
export function drawFacts({ queue, inLine, oldestMs, recent }: QueueSummary, nowMs: number): Html[] {
  const facts = [
    ...(inLine === 0 ? [] : [html`${formatCount(inLine)} in testing`]),
    ...(oldestMs === undefined
      ? []
      : [html`${formatCount(queue.waiting.size)} waiting, oldest ${drawTime(oldestMs, nowMs)}`]),
    ...(recent.failed === 0 ? [] : [html`${recent.failed} of the last ${recent.of} failed`]),
  ];
  return facts.length === 0 ? [html`empty`] : facts;
}
