import { printPlan } from "../../../../src/cli/print/print-plan";
import type { Forecasts, QueueForecast } from "../../../../src/cli/report/foresight/queue-forecast";
import { printHtml } from "../../../../src/cli/report/print-html";
import { printJunit } from "../../../../src/cli/report/print-junit";
import { printMarkdown } from "../../../../src/cli/report/print-markdown";
import { printReportJson } from "../../../../src/cli/report/print-report-json";
import { makeForecast } from "../../../foresight/make-forecast";
import { makePlan } from "../../../reconcile/plan/support/make-plan";
import { makeView } from "../../support/make-view";
import { change, planQueue } from "../plan-fixtures";
import { readXml, type XmlElement } from "../read-xml";
import { GOALS, makeQueueForecast } from "./make-queue-forecast";

const web = planQueue("update", { changes: [change("concurrency", 4, 8)] });
const api = planQueue("update", { id: "github.com/acme/api/main", changes: [change("concurrency", 1, 2)] });
const docs = planQueue("update", {
  id: "github.com/acme/docs/main",
  changes: [change("batch", false, true)],
});
const plan = makePlan([api, docs, web]);
const hostile = 'The file says <script>alert(1)</script> & "more".';
const forecasts: Forecasts = new Map<(typeof plan.queues)[number], QueueForecast>([
  [web, makeQueueForecast()],
  [api, { kind: "none", reason: hostile, unmet: GOALS }],
]);

const NOT_MET = "Required: p90<45m. Not met: 48.1 min (45.0 … 51.0).";

function listAll(element: XmlElement, name: string): readonly XmlElement[] {
  return [
    ...(element.name === name ? [element] : []),
    ...element.children.flatMap((child) => listAll(child, name)),
  ];
}

test("text shows each forecast below its queue", () => {
  const text = printPlan(plan, makeView({ columns: 100 }), forecasts);
  const [before = "", after = ""] = text.split("time to merge p90");
  expect(before).toContain("github.com/acme/web/main");
  expect(after).toMatch(/^ +59 min +48 min +−11 min/);
  expect(text).toContain(`! ${NOT_MET}`);
  expect(text.match(/time to merge p90/g)).toHaveLength(1);
});

test("Markdown has one table of at most eight lines for each forecast", () => {
  const text = printMarkdown(plan, { forecasts });
  expect(text).toContain("⚠ Required: `p90<45m`. Not met: 48.1 min (45.0 … 51.0).");
  const [, table = ""] = text.split("| | now | then | change (95 %) |\n");
  expect(table.split("\n\n")[0]?.split("\n").length).toBeLessThanOrEqual(8);
  expect(text).toContain("No forecast: ");
  // In code, it is no markup.
  expect(text).toContain("`<script>alert(1)</script>`");
});

test("HTML has the table and three plots, and foreign text is text", () => {
  const text = printHtml(plan, { forecasts });
  expect(text.match(/<svg /g)).toHaveLength(3);
  expect(text).toContain("<td>−11 min (−15 … −7)</td>");
  expect(text).toContain(
    "No forecast: The file says &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;.",
  );
});

test("JSON has the forecast's own document, the problem, and the goals that are not met", () => {
  const { queues } = JSON.parse(printReportJson(plan, { forecasts }).document) as {
    readonly queues: readonly { readonly forecast: unknown }[];
  };
  expect(queues.map(({ forecast }) => forecast)).toEqual([
    { result: null, problem: hostile, unmet: ["p90<45m"] },
    null,
    { result: makeForecast(), problem: null, unmet: ["p90<45m"] },
  ]);
});

test("JUnit has a failed case for each requirement that is not met", () => {
  const [suite] = listAll(readXml(printJunit(plan, { forecasts })), "testsuite");
  expect(suite?.attributes).toMatchObject({ tests: "3", failures: "2" });
  const failures = listAll(readXml(printJunit(plan, { forecasts })), "failure");
  expect(failures.map(({ attributes }) => attributes)).toEqual([
    { type: "requirement", message: `Required: p90<45m. Not simulated: ${hostile}` },
    { type: "requirement", message: NOT_MET },
  ]);
});
