import fc from "fast-check";
import { drawPlots } from "../../../../src/cli/report/foresight/draw-plots";
import type { Forecast } from "../../../../src/foresight/forecast";
import type { Shape } from "../../../../src/foresight/measure/shapes";
import type { Estimate } from "../../../../src/foresight/statistics/interval";
import { makeForecast } from "../../../foresight/make-forecast";
import { readXml, type XmlElement } from "../read-xml";

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
      ["img", "Share of pull requests that merge within some minutes. Median: now 30, then 15 minutes."],
      ["img", "Pull requests in the queue by hour of the day in UTC, with bands of 95 %."],
      ["img", "Minutes of tests for each merged pull request: now 44, then 61."],
    ]);
  });

  test("a queue that does not keep up has no line of times, and the other one has", () => {
    const [times] = draw({ ...SLOW, minutesToMerge: [] }, FAST);
    expect(list(times, "polyline").map(({ attributes }) => attributes["class"])).toEqual(["line then"]);
  });

  test("a sentence stands where there is nothing to draw", () => {
    const forecast = makeForecast();
    const none = { ...forecast.now, measures: {} };
    const figures = draw(NOTHING, NOTHING, { ...forecast, now: none, then: none });
    expect(figures.flatMap((figure) => list(figure, "p").map(({ text }) => text))).toEqual([
      "Neither choice of settings keeps up.",
      "The simulated time does not include a day.",
      "Nothing merged.",
    ]);
  });

  test("nothing is drawn outside of a plot", () => {
    const times = fc
      .array(fc.double({ min: 0, max: 1e5, noNaN: true }), { minLength: 101, maxLength: 101 })
      .map((minutes) => minutes.sort((a, b) => a - b));
    const lengths = fc.array(
      fc.option(
        fc
          .tuple(...[0, 1, 2].map(() => fc.double({ min: 0, max: 1e4, noNaN: true })))
          .map((ends) => ends.sort((a, b) => a - b))
          .map(([low = 0, value = 0, high = 0]) => ({ low, value, high })),
        { nil: undefined },
      ),
      { minLength: 24, maxLength: 24 },
    );
    const shapes = fc.record({ minutesToMerge: times, queueLength: lengths });
    fc.assert(
      fc.property(shapes, shapes, (now, then) => {
        const drawn = draw(now, then).flatMap((figure) => [
          ...list(figure, "polyline"),
          ...list(figure, "polygon"),
        ]);
        const points = drawn.filter(({ attributes }) => attributes["points"] !== "").flatMap(readPoints);
        expect(points.filter(([x = -1, y = -1]) => !(x >= 0 && x <= 360 && y >= 0 && y <= 220))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
