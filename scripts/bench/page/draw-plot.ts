/** A line of the plot. */
export interface Series {
  readonly name: string;
  /** Number of queues, and seconds. */
  readonly points: readonly (readonly [queues: number, seconds: number])[];
}

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 60;
const RIGHT = 130;
const TOP = 40;
const BOTTOM = 50;

/** Colours that readers with any colour vision tell apart, on white and on black. */
const COLOURS = ["#0072b2", "#009e73", "#d55e00"];

/** Draws time against the number of queues, both on logarithmic scales, as SVG. */
export function drawPlot(title: string, series: readonly Series[]): string {
  const points = series.flatMap((line) => line.points);
  const queues = [...new Set(points.map(([count]) => count))].sort((a, b) => a - b);
  const seconds = points.map(([, time]) => time);
  const ticks = listTicks(Math.min(...seconds), Math.max(...seconds));
  const x = toScale([queues[0] ?? 1, queues.at(-1) ?? 1], [LEFT, WIDTH - RIGHT]);
  const y = toScale([ticks[0] ?? 1, ticks.at(-1) ?? 1], [HEIGHT - BOTTOM, TOP]);
  const grid = [
    ...queues.flatMap((count) => [
      drawLine([x(count), TOP], [x(count), HEIGHT - BOTTOM]),
      drawText(String(count), [x(count), HEIGHT - BOTTOM + 18], "middle"),
    ]),
    ...ticks.flatMap((time) => [
      drawLine([LEFT, y(time)], [WIDTH - RIGHT, y(time)]),
      drawText(String(time), [LEFT - 8, y(time) + 4], "end"),
    ]),
  ];
  const ends = spread(series.map((line) => y(line.points.at(-1)?.[1] ?? 1)));
  const lines = series.flatMap(({ name, points: own }, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? "#0072b2";
    const path = own.map(([count, time]) => `${round(x(count))},${round(y(time))}`).join(" ");
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
      drawText(name, [WIDTH - RIGHT + 10, (ends[index] ?? 0) + 4], "start", colour),
    ];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    drawText(title, [LEFT, 22], "start"),
    ...grid,
    drawText("queues", [(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10], "middle"),
    ...lines,
    "</svg>",
  ].join("\n")}\n`;
}

/** Lists the values 1, 2 and 5 times powers of ten that enclose a range. */
function listTicks(from: number, to: number): number[] {
  const all = [-2, -1, 0, 1, 2].flatMap((power) =>
    [1, 2, 5].map((digit) => Number((digit * 10 ** power).toPrecision(1))),
  );
  const first = all.findLastIndex((tick) => tick <= from);
  const last = all.findIndex((tick) => tick >= to);
  return all.slice(Math.max(first, 0), last < 0 ? all.length : last + 1);
}

function toScale(
  [low, high]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  const span = Math.log(high / low) || 1;
  return (value) => start + ((end - start) * Math.log(value / low)) / span;
}

/** Moves labels down until none covers another. */
function spread(places: readonly number[]): number[] {
  const moved = [...places];
  let free = 0;
  for (const index of places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))) {
    moved[index] = Math.max(moved[index] ?? 0, free);
    free = (moved[index] ?? 0) + 16;
  }
  return moved;
}

type Point = readonly [x: number, y: number];

function drawLine([x1, y1]: Point, [x2, y2]: Point): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#ddd"/>`;
}

function drawText(text: string, [x, y]: Point, anchor: "start" | "middle" | "end", colour = "#333"): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${colour}">${text}</text>`;
}

function round(value: number): string {
  return value.toFixed(1);
}
