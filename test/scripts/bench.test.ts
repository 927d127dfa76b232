import { drawPlot } from "../../scripts/bench/page/draw-plot";
import { describeMachine, printPage } from "../../scripts/bench/page/print-page";
import { REPLAY_NAME } from "../../scripts/bench/replay/create-replay-stage";
import { EXECUTABLE_NAME, GO_NAME, NODE_NAME } from "../../scripts/bench/terraform/providers";
import { type Cell, reportTerraform } from "../../scripts/bench/terraform/report-terraform";
import type { Run } from "../../scripts/bench/terraform/stage";

const ROUND_TRIP_MS = 30;

/** The floor is 800 ms and thirty round trips of 30 ms. */
const CELL: Cell = makeCell(300, {
  [NODE_NAME]: [2100, 1900, 2000],
  [EXECUTABLE_NAME]: [1700, 1800, 1900],
  [GO_NAME]: [4000, 4000, 4000],
  [REPLAY_NAME]: [800, 900, 700],
});

function makeCell(queues: number, durations: Readonly<Record<string, readonly number[]>>): Cell {
  const makeRun = (durationMs: number): Run => ({
    durationMs,
    requests: queues,
    mostOpen: 10,
    mostInFlight: 10,
  });
  const plans = Object.entries(durations).map(([name, all]) => [name, all.map(makeRun)] as const);
  return { queues, plans: new Map(plans), applies: new Map() };
}

function listValues(cells: readonly Cell[], end: string): readonly (readonly [string, boolean])[] {
  return reportTerraform(cells, ROUND_TRIP_MS, [])
    .figures.filter(({ name }) => name.endsWith(end))
    .map(({ value, isKept }) => [value, isKept]);
}

describe("reportTerraform", () => {
  test("compares a plan of ten queues with the replay and one round trip", () => {
    expect(listValues([CELL], "/ floor")).toEqual([
      ["1.18", true],
      ["1.06", true],
    ]);
  });

  test("promises 1.3 times the floor on Node.js and 1.15 times with the executable", () => {
    const at = (ms: number): readonly boolean[] => {
      const plans = { [NODE_NAME]: [ms], [EXECUTABLE_NAME]: [ms], [REPLAY_NAME]: [800] };
      return listValues([makeCell(300, plans)], "/ floor").map(([, isKept]) => isKept);
    };
    expect([at(1950), at(1960), at(2205), at(2215)]).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ]);
  });

  test("compares with the provider in Go round by round", () => {
    expect(listValues([CELL], "/ Go")).toEqual([
      ["0.50", true],
      ["0.45", true],
    ]);
  });

  test("counts the requests of this provider only", () => {
    const silent = new Map([[REPLAY_NAME, [{ durationMs: 1, requests: 0, mostOpen: 0, mostInFlight: 0 }]]]);
    const cell = { ...CELL, plans: new Map([...CELL.plans, ...silent]) };
    expect(listValues([cell], "beyond one for each queue")).toEqual([["0", true]]);
  });

  test("reports even without Go and without a floor", () => {
    const report = reportTerraform([makeCell(300, { [NODE_NAME]: [2000] })], ROUND_TRIP_MS, ["No Go."]);
    expect(report.figures).toHaveLength(2);
    expect(report.section?.text).toContain("No Go.");
    expect(report.section?.rows).toEqual([["300", "", "2.00", ""]]);
    expect(report.series?.map(({ name }) => name)).toEqual([NODE_NAME]);
  });
});

describe("drawPlot", () => {
  test("draws a labelled line for each series", () => {
    const { series = [] } = reportTerraform([CELL, makeCell(1, { [NODE_NAME]: [400] })], ROUND_TRIP_MS, []);
    const plot = drawPlot("Seconds", series);
    expect(plot.match(/<polyline /g)).toHaveLength(4);
    for (const name of [NODE_NAME, EXECUTABLE_NAME, GO_NAME, "floor"])
      expect(plot).toContain(`>${name}</text>`);
    expect(plot).not.toContain("NaN");
  });
});

describe("printPage", () => {
  const { figures, section } = reportTerraform([CELL], ROUND_TRIP_MS, []);
  const broken = { name: "calls", value: "31", limit: "at most 30", isKept: false };
  const sections = section === undefined ? [] : [section];
  const page = printPage({
    machine: describeMachine(),
    figures: [...figures, broken],
    sections,
    day: "2026-11-21",
  });

  test("distinguishes kept promises from broken ones", () => {
    expect(page).toContain("| plan of 300 queues, executable / floor | 1.06 | at most 1.15 | kept |");
    expect(page).toContain("| calls | 31 | at most 30 | **broken** |");
  });

  test("has lines of at most 120 characters", () => {
    for (const line of page.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
  });
});
