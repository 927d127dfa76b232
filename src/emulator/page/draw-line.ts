import type { CheckConclusion, EngineTest, LineEntry, Queue, Submission } from "../../engine/engine-state";
import { explainWaiting } from "../../engine/explain-waiting";
import { findSubmission, findTestRun, formatNumbers } from "../../engine/queue-contents";
import { countSlots } from "../../engine/slots";
import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import { type Html, html, joinHtml } from "../../text/html";
import { MINUTE_MS } from "../../text/milliseconds";
import {
  drawBadge,
  drawPullRequest,
  drawRow,
  drawTable,
  drawText,
  drawTime,
  formatCount,
} from "./draw-table";
import type { QueueOnPage } from "./summarize-queue";

const ENTRIES_SHOWN = 30;
const MEMBERS_SHOWN = 20;
const CHECKS_SHOWN = 20;

const BADGES = {
  untested: "testing",
  testing: "testing",
  passed: "tests_passed",
  pending_failure: "pending_failure",
  bisecting: "bisecting",
} as const;

/** Draws the line of a queue, beginning with the head of the line. */
export function drawLine(shown: QueueOnPage): Html {
  const { queue, options, inLine } = shown;
  const { line, settings } = queue;
  const listed = line.filter((entry, index) => index < ENTRIES_SHOWN || isChosen(entry, shown));
  const more = line.length - listed.length;
  const drawMore = more > 0 ? `And ${more} more behind them.` : "";
  const parts = line.flatMap((entry) => entry.parts);
  const slots = countSlots(settings, options);
  const bisections = `bisection: ${countTesting(parts)} of ${settings.bisectionConcurrency}`;
  return drawTable({
    id: "line",
    title: "In testing",
    count:
      (inLine === 0 ? "" : `${formatCount(inLine)} · `) +
      `${countTesting(line)} of ${slots} ${slots === 1 ? "slot" : "slots"} in use` +
      (slots === settings.concurrency ? "" : " · mode single runs one test at a time") +
      (parts.length === 0 ? "" : ` · ${bisections}`),
    columns: ["Pull request", "Tests", "For"],
    rows: listed.map((entry) => drawEntry(entry, shown)),
    end: line.length === 0 ? "Nothing is being tested." : drawMore,
  });
}

function isChosen({ sequences }: LineEntry, { chosen }: QueueOnPage): boolean {
  return chosen !== undefined && sequences.includes(chosen.sequence);
}

function countTesting(entries: readonly { readonly phase: string }[]): number {
  return entries.filter(({ phase }) => phase === "testing").length;
}

function drawEntry(entry: LineEntry, shown: QueueOnPage): Html {
  const { queue, chosen, nowMs } = shown;
  const { id, sequences, phase, beneath, parts } = entry;
  const size = sequences.length;
  const open = beneath.filter((one) => !CONCLUDED_STATES.includes(findSubmission(queue, one).state));
  const facts = [
    drawBadge(BADGES[phase]),
    ...(size > 1 ? [`batch of ${size}`] : []),
    ...(open.length > 0 ? [html`<span class="soft">on top of ${formatNumbers(queue, open)}</span>`] : []),
    ...drawForecast(findSubmission(queue, sequences[0] ?? 0), shown),
  ];
  const ids = phase === "bisecting" ? parts.map((part) => part.testRunId) : [entry.testRunId];
  const runs = ids.filter((one) => one !== undefined).map((one) => findTestRun(queue, one));
  const reason = explainEntry(entry, shown);
  const named = sequences.filter((one, index) => index < MEMBERS_SHOWN || one === chosen?.sequence);
  const members = named.map((sequence) => drawPullRequest(queue, findSubmission(queue, sequence)));
  const cells = [
    html`${members}${size > named.length ? `and ${size - named.length} more` : ""}`,
    html`${joinHtml(facts, " ")} ${reason === "" ? "" : html`<span class="reason">${drawText(reason)}</span>`}
${runs.map((run) => drawRun(queue, run, nowMs))}`,
    runs[0] === undefined ? html`` : drawTime(Math.min(...runs.map((run) => run.createdAtMs)), nowMs),
  ] as const;
  return drawRow(id, cells, { isChosen: isChosen(entry, shown) });
}

/** Draws when a pull request will probably merge, or when its failure will be decided. Empty if unknown. */
export function drawForecast(submission: Submission, { forecastMerge, nowMs }: QueueOnPage): Html[] {
  const forecast = forecastMerge(submission);
  if (forecast.status === "unavailable") return [];
  const what = submission.state === "pending_failure" ? "decided" : "merges";
  const isSoon = forecast.estimatedAtMs - nowMs < MINUTE_MS;
  const when = isSoon ? "within a minute" : html`in about ${drawTime(forecast.estimatedAtMs, nowMs)}`;
  return [html`<span class="reason">${what} ${when}</span>`];
}

function explainEntry(entry: LineEntry, { queue, options }: QueueOnPage): string {
  const { phase, parts, failure } = entry;
  const [first = 0] = entry.sequences;
  if (phase === "testing") return "";
  if (phase !== "bisecting") return explainWaiting(queue, findSubmission(queue, first), options);
  const list = (found: LineEntry["parts"]): string => {
    const sequences = found.flatMap((part) => part.sequences);
    return formatNumbers(queue, sequences);
  };
  const cleared = list(parts.filter((part) => part.phase === "passed"));
  const suspected = list(parts.filter((part) => part.phase !== "passed"));
  return (
    `${failure} Smaller parts of the batch are tested to find out which of ${suspected} failed.` +
    (cleared === "" ? "" : ` Passed in a smaller part: ${cleared}.`)
  );
}

/** Draws a test run: its checks, then the word `run`, which expands to its id. */
export function drawRun(queue: Queue, run: EngineTest, nowMs: number): Html {
  const { id, status, requiredStatuses, checks, isBisection, testBranch, timesOutAtMs } = run;
  const reported = new Map(checks.map((check) => [check.name, check]));
  const names = [...new Set([...requiredStatuses, ...reported.keys()])];
  const shown = names.slice(0, CHECKS_SHOWN);
  const drawn = shown.map((name) => drawCheck(name, reported.get(name), run));
  const more = names.length - CHECKS_SHOWN;
  return html`<div class="run" data-key="${id}">${isBisection ? html`<span>${formatNumbers(queue, run.sequences)}</span>` : ""}
${drawn}${more > 0 ? ` and ${more} more` : ""}${names.length === 0 ? "No check has been reported yet." : ""}
<details><summary>run</summary><p class="soft">Run <code>${id}</code> on ${drawText(testBranch)}${status === "in_progress" && timesOutAtMs !== undefined ? html`, times out in ${drawTime(timesOutAtMs, nowMs)}` : ""}</p></details></div>`;
}

const PASSED: readonly CheckConclusion[] = ["success", "neutral", "skipped"];

function drawCheck(name: string, check: EngineTest["checks"][number] | undefined, run: EngineTest): Html {
  const { conclusion, url = "" } = check ?? {};
  const { requiredStatuses } = run;
  const isRequired = requiredStatuses.length === 0 || requiredStatuses.includes(name);
  let [look, mark] = [isRequired ? "bad" : "still", "✕"];
  if (conclusion === undefined) [look, mark] = ["still", "○"];
  else if (PASSED.includes(conclusion)) [look, mark] = ["good", "✓"];
  const word = (conclusion ?? "not reported yet").replaceAll("_", " ");
  // Shows only unusual values; a screen reader reads all.
  const isUsual = conclusion === undefined || conclusion === "success";
  // The engine accepts any text.
  const label = /^https?:\/\//i.test(url) ? html`<a href="${url}">${drawText(name)}</a>` : drawText(name);
  return html`<span class="check ${look}"><span aria-hidden="true">${mark}</span> ${label} <span class="${isUsual ? "only-read" : "word"}">${word}</span>${isRequired ? "" : ", not required"}</span>
`;
}
