import { atMost, type Figure, judge } from "../../scripts/bench/bench-part";
import { reportStart } from "../../scripts/bench/measure-start";
import { drawPlot } from "../../scripts/bench/page/draw-plot";
import { describeMachine, printPage } from "../../scripts/bench/page/print-page";
import { REPLAY_NAME } from "../../scripts/bench/replay/create-replay-stage";
import { type ParallelRuns, reportParallel } from "../../scripts/bench/terraform/measure-parallel";
import { type ReadCounts, reportRequests } from "../../scripts/bench/terraform/measure-requests";
import { EXECUTABLE_NAME, GO_NAME, NODE_NAME } from "../../scripts/bench/terraform/providers";
import type { Cell } from "../../scripts/bench/terraform/report-cells";
import { reportTerraform } from "../../scripts/bench/terraform/report-terraform";
import type { Run } from "../../scripts/bench/terraform/stage";

const ROUND_TRIP_MS = 30;

/** The floor is 800 ms and thirty round trips of 30 ms. */
const CELL: Cell = makeCell(300, {
  [NODE_NAME]: [2100, 1900, 2000],
  [EXECUTABLE_NAME]: [1700, 1800, 1900],
  [GO_NAME]: [4000, 4000, 4000],
  [REPLAY_NAME]: [800, 900, 700],
});

/** Makes a cell in which every run uses the processor for half of its time. */
function makeCell(queues: number, durations: Readonly<Record<string, readonly number[]>>): Cell {
  const makeRun = (durationMs: number): Run => makeRunOf(durationMs, queues);
  const plans = Object.entries(durations).map(([name, all]) => [name, all.map(makeRun)] as const);
  return { queues, plans: new Map(plans), applies: new Map() };
}

function makeRunOf(durationMs: number, requests: number): Run {
  const processorMs = durationMs / 2;
  return { durationMs, processorMs, requests, byOperation: new Map(), mostOpen: 10, mostInFlight: 10 };
}

function listNamed(figures: readonly Figure[]): readonly (readonly [string, string, boolean])[] {
  return figures.map(({ name, limit, isKept }) => [name, limit, isKept]);
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

  test("promises 1.35 times the floor on Node.js and 1.15 times with the executable", () => {
    const at = (ms: number): readonly boolean[] => {
      const plans = { [NODE_NAME]: [ms], [EXECUTABLE_NAME]: [ms], [REPLAY_NAME]: [800] };
      return listValues([makeCell(300, plans)], "/ floor").map(([, isKept]) => isKept);
    };
    expect([at(1950), at(1960), at(2290), at(2300)]).toEqual([
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

  test("promises for one queue 1.1 times the time of Go with the executable, and 2.3 times on Node.js", () => {
    const at = (ms: number): readonly boolean[] => {
      const cell = makeCell(1, { [NODE_NAME]: [ms], [EXECUTABLE_NAME]: [ms], [GO_NAME]: [100] });
      return listValues([cell], "/ Go").map(([, isKept]) => isKept);
    };
    expect([at(110), at(111), at(230), at(231)]).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ]);
  });

  test("shows time and processor time of a plan and an apply beside those of the others and of the floor", () => {
    const plans = { [NODE_NAME]: [400], [GO_NAME]: [200], [REPLAY_NAME]: [100] };
    const applies = new Map([
      [NODE_NAME, makeRunOf(800, 1)],
      [GO_NAME, makeRunOf(300, 1)],
    ]);
    const { section } = reportTerraform([{ ...makeCell(1, plans), applies }], ROUND_TRIP_MS, []);
    const names = ["floor", NODE_NAME, GO_NAME];
    expect(section?.columns).toEqual(["queues", "", ...names, ...names.map((name) => `CPU: ${name}`)]);
    expect(section?.rows).toEqual([
      ["1", "plan", "0.13", "0.40", "0.20", "0.05", "0.20", "0.10"],
      ["1", "apply", "", "0.80", "0.30", "", "0.40", "0.15"],
    ]);
  });

  test("counts the requests of this provider only", () => {
    const silent = new Map([[REPLAY_NAME, [makeRunOf(1, 0)]]]);
    const cell = { ...CELL, plans: new Map([...CELL.plans, ...silent]) };
    expect(listValues([cell], "beyond one for each queue")).toEqual([["0", true]]);
  });

  test("reports even without Go and without a floor", () => {
    const report = reportTerraform([makeCell(300, { [NODE_NAME]: [2000] })], ROUND_TRIP_MS, ["No Go."]);
    expect(report.figures).toHaveLength(2);
    expect(report.section?.text).toContain("No Go.");
    expect(report.section?.columns).toEqual(["queues", "", NODE_NAME, `CPU: ${NODE_NAME}`]);
    expect(report.section?.rows).toEqual([
      ["300", "plan", "2.00", "1.00"],
      ["300", "apply", "", ""],
    ]);
    expect(report.series?.map(({ name }) => name)).toEqual([NODE_NAME]);
  });
});

describe("reportParallel", () => {
  const makeRuns = (name: string, ms: number): ParallelRuns => {
    return { name, apply: makeRunOf(ms, 1200), plan: makeRunOf(ms, 300) };
  };

  test("promises an apply in 1.5 times and a plan in the same time as Go", () => {
    const at = (ms: number): readonly boolean[] => {
      const runs = [makeRuns(NODE_NAME, ms), makeRuns(EXECUTABLE_NAME, 999), makeRuns(GO_NAME, 100)];
      return reportParallel(300, runs, []).figures.map(({ isKept }) => isKept);
    };
    expect([at(100), at(101), at(150), at(151)]).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ]);
  });

  test("promises nothing without Go, and says why Go is missing", () => {
    const { figures, section } = reportParallel(300, [makeRuns(NODE_NAME, 15_000)], ["No Go."]);
    expect(figures).toEqual([]);
    expect(section?.text).toContain("No Go.");
    expect(section?.rows[0]).toEqual(["apply", NODE_NAME, "15.00", "7.50", "1200", "10", "10"]);
  });
});

describe("reportRequests", () => {
  const makeCounts = (queues: number, further: number, name = NODE_NAME): ReadCounts => {
    const [created, removed, destroyed] = [2 * queues, 2 * queues, 3 * queues].map((it) => it + further);
    return { queues, name, created: created ?? 0, removed: removed ?? 0, destroyed: destroyed ?? 0 };
  };
  const isKept = (counts: readonly ReadCounts[]) =>
    reportRequests(counts, []).figures.map((figure) => figure.isKept);

  test("promises two requests for each queue that is created or removed, three if it is destroyed, and two more", () => {
    expect(isKept([makeCounts(1, 2), makeCounts(30, 2)])).toEqual([true, true, true]);
    expect(isKept([makeCounts(1, 3), makeCounts(30, 2)])).toEqual([false, false, false]);
  });

  test("promises nothing about the provider in Go, but shows it", () => {
    const counts = [makeCounts(30, 0), makeCounts(30, 100, GO_NAME)];
    expect(isKept(counts)).toEqual([true, true, true]);
    expect(reportRequests(counts, []).section?.rows[2]).toEqual([
      "30",
      "destroyed",
      "at most 92",
      "90",
      "190",
    ]);
  });
});

describe("reportStart", () => {
  const makeStarts = (nodeMs: number, executableMs: number): ReadonlyMap<string, readonly number[]> =>
    new Map([
      [NODE_NAME, [nodeMs]],
      [EXECUTABLE_NAME, [executableMs]],
      [GO_NAME, [30]],
    ]);

  test("promises the first answer on Node.js, and that of the executable", () => {
    expect(listNamed(reportStart(makeStarts(96, 33), [40], []).figures)).toEqual([
      ["first answer of Node.js / `node -e 0`", "at most 2.4", true],
      ["first answer of the executable / Go", "at most 1.1", true],
    ]);
    const broken = reportStart(makeStarts(97, 34), [40], []).figures;
    expect(broken.map(({ isKept }) => isKept)).toEqual([false, false]);
  });

  test("compares within each round", () => {
    const report = reportStart(new Map([[NODE_NAME, [30, 60, 90]]]), [30, 40, 45], ["No Go."]);
    expect(report.figures.map(({ value }) => value)).toEqual(["1.50"]);
    expect(report.section?.text).toContain("No Go.");
    expect(report.section?.rows[1]).toEqual([NODE_NAME, "60.0", "1.50"]);
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

describe("judge", () => {
  test.each([
    [1, undefined, true, "kept"],
    [2, undefined, false, "**broken**"],
    [2, "It is large", true, "missed: It is large"],
    [1, "It is large", true, "kept"],
  ])(
    "expects what is kept, and what is missed for a known reason: %s, %s",
    (value, missed, isExpected, words) => {
      expect(judge({ ...atMost("size", value, 1), missed })).toEqual({ isExpected, words });
    },
  );
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
