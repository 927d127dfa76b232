import type { PageCheck, PageRun } from "../page-model";
import { formatNumbers } from "./draw-pull-request";
import { drawAgo, drawUntil } from "./draw-times";
import { type Content, element, type VirtualNode } from "./virtual-node";

const STATUS_WORDS: Readonly<Record<PageRun["status"], string>> = {
  in_progress: "Tests in progress",
  succeeded: "Tests passed",
  failed: "Tests failed",
  cancelled: "Tests cancelled",
};

/** Draws a test run with its times and checks. */
export function drawRun(run: PageRun, nowMs: number): VirtualNode {
  const { id, status, numbers, startedAtMs, concludedAtMs, timesOutAtMs, testBranch } = run;
  return element(
    "div",
    { key: id, class: "run" },
    element(
      "p",
      { class: "run-head" },
      numbers === undefined ? undefined : `Part of the batch: ${formatNumbers(numbers)}. `,
      `${STATUS_WORDS[status]}, started `,
      drawAgo(startedAtMs, nowMs),
      ...(status === "in_progress"
        ? [", times out ", drawUntil(timesOutAtMs, nowMs)]
        : concludedAtMs === undefined
          ? []
          : [", ended ", drawAgo(concludedAtMs, nowMs)]),
    ),
    drawChecks(run),
    element(
      "p",
      { class: "small-print" },
      "Run ",
      element("code", {}, id),
      " on ",
      element("code", {}, testBranch),
    ),
  );
}

function drawChecks({ checks, moreChecks, status }: PageRun): Content {
  if (checks.length === 0) {
    return status === "in_progress"
      ? element("p", { key: "no-checks", class: "note" }, "No check has been reported yet.")
      : undefined;
  }
  return element(
    "ul",
    { key: "checks", class: "checks", "aria-label": "Checks" },
    ...checks.map(drawCheck),
    moreChecks === 0 ? undefined : element("li", { key: "more" }, `and ${moreChecks} more`),
  );
}

function drawCheck({ name, isRequired, conclusion }: PageCheck): VirtualNode {
  const isPass = conclusion === "success" || conclusion === "neutral" || conclusion === "skipped";
  const outcome = conclusion === undefined ? "open" : isPass ? "passed" : "failed";
  const word = conclusion === undefined ? "waiting" : conclusion.replaceAll("_", " ");
  return element(
    "li",
    { key: `check ${name}`, class: `check ${outcome}` },
    element(
      "span",
      { class: "mark", "aria-hidden": "true" },
      { open: "○", passed: "✓", failed: "✕" }[outcome],
    ),
    element("bdi", {}, name),
    element("span", { class: "outcome" }, isRequired ? word : `${word}, not required`),
  );
}
