/** A test run: what it tests, when, and what becomes of it. */
interface Run {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly result: "passed" | "failed";
  /** Until when it waits for the runs ahead of it. Default: it does not. */
  readonly waitsTo?: number;
  readonly end: string;
}

/** Eight pull requests with a batch size of 4, of which #7 is at fault. Times are in test durations. */
const RUNS: readonly Run[] = [
  { label: "batch #1 #2 #3 #4", from: 0, to: 1.3, result: "passed", end: "all four merge" },
  { label: "batch #5 #6 #7 #8", from: 0.2, to: 1, result: "failed", waitsTo: 1.3, end: "bisected" },
  { label: "#5 #6", from: 1.4, to: 2.4, result: "passed", end: "both merge" },
  { label: "#7 #8", from: 1.4, to: 2.2, result: "failed", waitsTo: 2.4, end: "bisected" },
  { label: "#7", from: 2.5, to: 3.3, result: "failed", end: "#7 is removed" },
  { label: "#8", from: 2.5, to: 3.5, result: "passed", end: "#8 merges" },
];

const WIDTH = 760;
const LEFT = 160;
const TOP = 58;
const ROW = 34;
const UNIT = 130;
const LEGEND = [
  ["testing", "testing"],
  ["waits", "pending failure: waits for those ahead"],
  ["passed", "passed"],
  ["failed", "failed"],
] as const;

/** Its own background keeps it readable wherever it is shown. */
const STYLE = `svg{--page:#fff;--text:#1f2328;--testing:#0969da;--waits:#9a6700;--passed:#1a7f37;--failed:#cf222e}
@media (prefers-color-scheme:dark){svg{--page:#0d1117;--text:#e6edf3;--testing:#4493f8;--waits:#d29922;--passed:#3fb950;--failed:#f85149}}
text{fill:var(--text)}.page{fill:var(--page)}${LEGEND.map(([name]) => `.${name}{fill:var(--${name})}`).join("")}`;

/** Draws a line with two batches, a failure and its bisection as SVG, for light and dark pages. */
export function drawLine(): string {
  const height = TOP + RUNS.length * ROW + 42;
  let legendX = 16;
  const legend = LEGEND.flatMap(([name, text]) => {
    const x = legendX;
    legendX += 34 + text.length * 7;
    return [drawBox(name, x, height - 26, 14, 14), drawText(text, x + 20, height - 14)];
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13">`,
    "<title>Two batches are tested at once; one fails and is bisected</title>",
    `<style>${STYLE}</style>`,
    `<rect class="page" width="${WIDTH}" height="${height}" rx="6"/>`,
    drawText("Time goes to the right. A run is tested on top of what has passed above it.", 16, 28),
    ...RUNS.flatMap(drawRun),
    ...legend,
    "</svg>",
  ].join("\n")}\n`;
}

function drawRun({ label, from, to, result, waitsTo = to, end }: Run, index: number): string[] {
  const y = TOP + index * ROW;
  const x = (time: number): number => LEFT + time * UNIT;
  const waiting = waitsTo > to ? [drawBox("waits", x(to), y, x(waitsTo) - x(to), 18)] : [];
  return [
    drawText(label, 16, y + 14),
    drawBox("testing", x(from), y, x(to) - x(from), 18),
    ...waiting,
    drawBox(result, x(waitsTo), y, 6, 18),
    drawText(end, x(waitsTo) + 14, y + 14),
  ];
}

function drawBox(name: string, x: number, y: number, width: number, height: number): string {
  return `<rect class="${name}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}"/>`;
}

function drawText(text: string, x: number, y: number): string {
  return `<text x="${x.toFixed(1)}" y="${y}">${text}</text>`;
}
