import type { Forecast, Shapes } from "../../foresight/forecast";
import { type Html, type HtmlValue, html } from "../../text/html";
import { formatDigits } from "../describe-counts";

const WIDTH = 360;
const HEIGHT = 220;
const LEFT = 44;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 40;
const SIDES = ["now", "then"] as const;

type Side = (typeof SIDES)[number];

type Point = readonly [x: number, y: number];

/** Draws plots as static SVG. Each plot has a text for readers who cannot see the plot. */
export function drawPlots(forecast: Forecast, shapes: Shapes): Html {
  return html`<div class="plots">
${drawTimes(shapes)}
${drawQueue(shapes)}
${drawCost(forecast)}
</div>`;
}

function drawTimes(shapes: Shapes): Html {
  const drawn = SIDES.filter((side) => shapes[side].minutesToMerge.length > 0);
  if (drawn.length === 0) return wrapEmpty("Time to merge", "The queue keeps up neither now nor then.");
  // The slowest few would squeeze all others together.
  const most = Math.max(...drawn.map((side) => shapes[side].minutesToMerge[99] ?? 0));
  const x = layOutAxis(most, LEFT, WIDTH - RIGHT);
  const y = layOutAxis(100, HEIGHT - BOTTOM, TOP);
  const end = x.ticks.at(-1) ?? 0;
  const lines = drawn.map((side) => {
    const points = shapes[side].minutesToMerge
      .map((minutes, percent): Point => [minutes, percent])
      .filter(([minutes]) => minutes <= end);
    return drawLine(side, points, x.scale, y.scale);
  });
  const medians = drawn
    .map((side) => `${side} ${formatDigits(shapes[side].minutesToMerge[50] ?? 0)}`)
    .join(", ");
  const text = `Share of pull requests that have merged, by minutes since submission. Median: ${medians} minutes.`;
  return wrap("Time to merge", text, [drawAxes(x, y, "minutes", "%"), ...lines]);
}

function drawQueue(shapes: Shapes): Html {
  const known = SIDES.flatMap((side) => shapes[side].queueLength.flatMap((estimate) => estimate ?? []));
  if (known.length === 0) return wrapEmpty("Queue length", "The simulated time is too short for this.");
  const x = layOutAxis(24, LEFT, WIDTH - RIGHT);
  const y = layOutAxis(Math.max(...known.map(({ high }) => high)), HEIGHT - BOTTOM, TOP);
  const parts = SIDES.flatMap((side) => {
    const hours = shapes[side].queueLength.flatMap((estimate, hour) =>
      estimate === undefined ? [] : [{ at: hour + 0.5, ...estimate }],
    );
    const edge = [
      ...hours.map(({ at, high }): Point => [at, high]),
      ...hours.toReversed().map(({ at, low }): Point => [at, low]),
    ];
    const middle = hours.map(({ at, value }): Point => [at, value]);
    return [
      html`<polygon class="band ${side}" points="${toPoints(edge, x.scale, y.scale)}"/>`,
      drawLine(side, middle, x.scale, y.scale),
    ];
  });
  const axes = drawAxes({ ...x, ticks: [0, 6, 12, 18, 24] }, y, "hour (UTC)", "");
  const text = "Pull requests in the queue by hour of the day in UTC, with bands of 95 %.";
  return wrap("Queue length over a day", text, [axes, ...parts]);
}

function drawCost(forecast: Forecast): Html {
  const bars = SIDES.flatMap((side) => {
    const estimate = forecast[side].measures.ciMinutesPerMerge;
    return estimate === undefined ? [] : [{ side, ...estimate }];
  });
  if (bars.length === 0) return wrapEmpty("CI minutes per merge", "Nothing merged.");
  const y = layOutAxis(Math.max(...bars.map(({ high }) => high)), HEIGHT - BOTTOM, TOP);
  const room = (WIDTH - LEFT - RIGHT) / SIDES.length;
  const parts = bars.flatMap(({ side, value, low, high }) => {
    const middle = LEFT + room * (SIDES.indexOf(side) + 0.5);
    const top = y.scale(value);
    return [
      html`<rect class="bar ${side}" x="${round(middle - 30)}" width="60" y="${round(top)}" height="${round(HEIGHT - BOTTOM - top)}"/>`,
      html`<path class="whisker" d="M${round(middle)} ${round(y.scale(low))}V${round(y.scale(high))}"/>`,
      html`<text x="${round(middle)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${side}</text>`,
    ];
  });
  const values = bars.map(({ side, value }) => `${side} ${formatDigits(value)}`).join(", ");
  const none = { scale: y.scale, ticks: [] };
  const text = `Minutes of tests for each merged pull request: ${values}.`;
  return wrap("CI minutes per merge", text, [drawAxes(none, y, "", ""), ...parts]);
}

function wrap(title: string, text: string, parts: readonly HtmlValue[]): Html {
  return html`<figure><figcaption>${title}</figcaption><svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${text}">${parts}</svg></figure>`;
}

function wrapEmpty(title: string, reason: string): Html {
  return html`<figure><figcaption>${title}</figcaption><p class="soft">${reason}</p></figure>`;
}

function drawAxes(x: Axis, y: Axis, below: string, unit: string): Html {
  const bottom = HEIGHT - BOTTOM;
  const columns = x.ticks.map(
    (tick) => html`<text x="${round(x.scale(tick))}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`,
  );
  const rows = y.ticks.map(
    (tick) =>
      html`<path class="grid" d="M${LEFT} ${round(y.scale(tick))}H${WIDTH - RIGHT}"/><text x="${LEFT - 6}" y="${round(y.scale(tick) + 4)}" text-anchor="end">${tick}${unit}</text>`,
  );
  return html`${rows}${columns}<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${below}</text>`;
}

function drawLine(side: Side, points: readonly Point[], x: Scale, y: Scale): Html {
  return html`<polyline class="line ${side}" points="${toPoints(points, x, y)}"/>`;
}

function toPoints(points: readonly Point[], x: Scale, y: Scale): string {
  return points.map(([across, up]) => `${round(x(across))},${round(y(up))}`).join(" ");
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

type Scale = (value: number) => number;

type Axis = Readonly<{ scale: Scale; ticks: readonly number[] }>;

const MOST_TICKS = 6;

/** Lays out an axis between two pixels. Does not use d3-scale: CommonJS on Node.js 20 cannot load it. */
export function layOutAxis(max: number, from: number, to: number): Axis {
  const step = findStep(max);
  const count = Math.max(Math.ceil(Number((max / step).toPrecision(12))), 1);
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  const end = count * step;
  return { ticks, scale: (value) => from + (value / end) * (to - from) };
}

/** Finds the smallest step (1, 2 or 5 times a power of ten) that reaches `max` within 6 steps. */
function findStep(max: number): number {
  const least = max > 0 ? max / MOST_TICKS : 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const digit = [1, 2, 5, 10].find((each) => each * power >= least * (1 - Number.EPSILON)) ?? 10;
  return Number((digit * power).toPrecision(1));
}
