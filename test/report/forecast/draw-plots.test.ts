import fc from "fast-check";
import type { Forecast, Shape } from "../../../src/foresight/forecast";
import type { Estimate } from "../../../src/foresight/measures";
import { FORMATS } from "../../../src/report/formats";
import { drawPlots, layOutAxis } from "../../../src/report/html/draw-plots";
import { printJunit } from "../../../src/report/print-junit";
import { printReportJson } from "../../../src/report/print-report-json";
import type { Forecasts, QueueForecast } from "../../../src/report/queue-forecast";
import { makeView } from "../../cli/support/make-view";
import { makeForecast } from "../../foresight/make-forecast";
import { makePlan } from "../../plan/support/make-plan";
import { change, planQueue } from "../plan-fixtures";
import { readXml, type XmlElement } from "../read-xml";
import { GOALS, makeQueueForecast } from "./make-queue-forecast";

const NOTHING: Shape = { minutesToMerge: [], queueLength: [] };
const SLOW = makeShape(60, { value: 9, low: 7, high: 11 });
const FAST = makeShape(30, { value: 4, low: 3, high: 5 });

function makeShape(longest: number, length: Estimate): Shape {
  return {
    minutesToMerge: Array.from({ length: 101 }, (_, percent) => (percent / 100) * longest),
    queueLength: Array.from({ length: 24 }, () => length),
  };
}

function draw(now: Shape, then: Shape, forecast: Forecast = makeForecast()): readonly XmlElement[] {
  return readXml(drawPlots(forecast, { now, then }).toString()).children;
}

function list(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  const children = element?.children ?? [];
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...list(child, name)]);
}

function readPoints(line: XmlElement | undefined): number[][] {
  return (line?.attributes["points"] ?? "").split(" ").map((point) => point.split(",").map(Number));
}

describe("the plots of a forecast", () => {
  test("the faster settings reach 100 % further to the left", () => {
    const [times] = draw(SLOW, FAST);
    const [now, then] = list(times, "polyline");
    expect([now, then].map((line) => line?.attributes["class"])).toEqual(["line now", "line then"]);
    const [endOfNow, endOfThen] = [now, then].map((line) => readPoints(line).at(-1));
    expect(endOfThen?.[1]).toBe(endOfNow?.[1]);
    expect(Number(endOfThen?.[0])).toBeLessThan(Number(endOfNow?.[0]));
  });

  test("each plot says in words what it shows", () => {
    const labels = draw(SLOW, FAST).flatMap((figure) =>
      list(figure, "svg").map(({ attributes }) => [attributes["role"], attributes["aria-label"]]),
    );
    expect(labels).toEqual([
      [
        "img",
        "Share of pull requests that have merged, by minutes since submission. Median: now 30, then 15 minutes.",
      ],
      ["img", "Pull requests in the queue by hour of the day in UTC, with bands of 95 %."],
      ["img", "Minutes of tests for each merged pull request: now 44, then 61."],
    ]);
  });

  test("a queue that does not keep up has no line of times; a sentence stands where there is nothing to draw", () => {
    const [times] = draw({ ...SLOW, minutesToMerge: [] }, FAST);
    expect(list(times, "polyline").map(({ attributes }) => attributes["class"])).toEqual(["line then"]);
    const forecast = makeForecast();
    const none = { ...forecast.now, measures: {} };
    const figures = draw(NOTHING, NOTHING, { ...forecast, now: none, then: none });
    expect(figures.flatMap((figure) => list(figure, "p").map(({ text }) => text))).toEqual([
      "The queue keeps up neither now nor then.",
      "The simulated time is too short for this.",
      "Nothing merged.",
    ]);
  });

  test("nothing is drawn outside of a plot", () => {
    const times = fc
      .array(fc.double({ min: 0, max: 1e5, noNaN: true }), { minLength: 101, maxLength: 101 })
      .map((minutes) => minutes.sort((a, b) => a - b));
    const length = fc
      .tuple(...[0, 1, 2].map(() => fc.double({ min: 0, max: 1e4, noNaN: true })))
      .map((ends) => ends.sort((a, b) => a - b))
      .map(([low = 0, value = 0, high = 0]) => ({ low, value, high }));
    const day = { minLength: 24, maxLength: 24 };
    const lengths = fc.array(fc.option(length, { nil: undefined }), day);
    const shapes = fc.record({ minutesToMerge: times, queueLength: lengths });
    fc.assert(
      fc.property(shapes, shapes, (now, then) => {
        const names = ["polyline", "polygon"];
        const drawn = draw(now, then).flatMap((figure) => names.flatMap((name) => list(figure, name)));
        const points = drawn.filter(({ attributes }) => attributes["points"] !== "").flatMap(readPoints);
        expect(points.filter(([x = -1, y = -1]) => !(x >= 0 && x <= 360 && y >= 0 && y <= 220))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a linear axis", () => {
  test.each([
    [0, [0, 1]],
    [6, [0, 1, 2, 3, 4, 5, 6]],
    [7, [0, 2, 4, 6, 8]],
    [0.003, [0, 0.0005, 0.001, 0.0015, 0.002, 0.0025, 0.003]],
    [1_201, [0, 500, 1_000, 1_500]],
  ])("up to %d has round ticks, and begins with 0 and ends with its last tick", (max, ticks) => {
    const axis = layOutAxis(max, 200, 20);
    expect(axis.ticks).toEqual(ticks);
    const end = ticks.at(-1) ?? 0;
    expect([0, end / 2, end].map(axis.scale)).toEqual([200, 110, 20]);
  });
});

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

test.each([
  ["text", [`! ${NOT_MET}`, " −11 min (−15 … −7)"]],
  // In code, it is no markup.
  [
    "markdown",
    ["⚠ Required: `p90<45m`. Not met: 48.1 min (", "| −11 min (−15 … −7) |", "`<script>alert(1)</script>`"],
  ],
  [
    "html",
    ["<td>−11 min (−15 … −7)</td>", "The file says &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;"],
  ],
] as const)("%s shows the forecast of its queue once, and foreign text is text", (format, parts) => {
  const text = FORMATS[format].plan(plan, { forecasts }, makeView({ columns: 100 }));
  expect(parts.filter((part) => !text.includes(part))).toEqual([]);
  expect(text.match(/time to merge p90/g)).toHaveLength(1);
});

test("JSON has the forecast's own document, the problem, and the goals that are not met", () => {
  const { queues } = JSON.parse(printReportJson(plan, { forecasts })) as {
    readonly queues: readonly { readonly forecast: unknown }[];
  };
  expect(queues.map(({ forecast }) => forecast)).toEqual([
    { result: null, problem: hostile, unmet: ["p90<45m"] },
    null,
    { result: makeForecast(), problem: null, unmet: ["p90<45m"] },
  ]);
});

test("JUnit has a failed case for each requirement that is not met", () => {
  const document = readXml(printJunit(plan, { forecasts }));
  expect(document.children[0]?.attributes).toMatchObject({ tests: "3", failures: "2" });
  const failures = list(document, "failure");
  expect(failures.map(({ attributes }) => attributes)).toEqual([
    { type: "requirement", message: `Required: p90<45m. Not simulated: ${hostile}` },
    { type: "requirement", message: NOT_MET },
  ]);
});
