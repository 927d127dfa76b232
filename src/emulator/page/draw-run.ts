import type { CheckConclusion, EngineTest, Queue } from "../../engine/engine-state";
import { formatNumbers } from "../../engine/queue-contents";
import { type Html, html } from "../../text/html";
import { drawText, drawTime } from "./draw-table";

const CHECKS_SHOWN = 20;

/** Draws a test run in a line: its checks, and behind a word its id. */
export function drawRun(queue: Queue, run: EngineTest, nowMs: number): Html {
  const { id, status, requiredStatuses, checks, isBisection, testBranch, timesOutAtMs } = run;
  const reported = new Map(checks.map(({ name, conclusion }) => [name, conclusion]));
  const names = [...new Set([...requiredStatuses, ...reported.keys()])];
  const shown = names.slice(0, CHECKS_SHOWN);
  const drawn = shown.map((name) => drawCheck(name, reported.get(name), run));
  const more = names.length - CHECKS_SHOWN;
  return html`<div class="run" data-key="${id}">${isBisection ? html`<span>${formatNumbers(queue, run.sequences)}</span>` : ""}
${drawn}${more > 0 ? ` and ${more} more` : ""}${names.length === 0 ? "No check has been reported yet." : ""}
<details><summary>run</summary><p class="soft">Run <code>${id}</code> on ${drawText(testBranch)}${status === "in_progress" && timesOutAtMs !== undefined ? html`, times out in ${drawTime(timesOutAtMs, nowMs)}` : ""}</p></details></div>`;
}

const PASSED: readonly CheckConclusion[] = ["success", "neutral", "skipped"];

/** `conclusion` undefined: none has been reported yet. */
function drawCheck(name: string, conclusion: CheckConclusion | undefined, run: EngineTest): Html {
  const { requiredStatuses } = run;
  const isRequired = requiredStatuses.length === 0 || requiredStatuses.includes(name);
  let [look, mark] = [isRequired ? "bad" : "still", "✕"];
  if (conclusion === undefined) [look, mark] = ["still", "○"];
  else if (PASSED.includes(conclusion)) [look, mark] = ["good", "✓"];
  const word = (conclusion ?? "not reported yet").replaceAll("_", " ");
  // Only what is not usual is written out; the rest is read out.
  const isUsual = conclusion === undefined || conclusion === "success";
  return html`<span class="check ${look}"><span aria-hidden="true">${mark}</span> ${drawText(name)} <span class="${isUsual ? "only-read" : "word"}">${word}</span>${isRequired ? "" : ", not required"}</span>
`;
}
