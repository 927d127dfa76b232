import { atMost, judge } from "../../scripts/bench/bench-part";
import type { Run } from "../../scripts/bench/measured-service";
import { describeMachine, printPage } from "../../scripts/bench/print-page";
import { type Cell, reportTerraform } from "../../scripts/bench/terraform/measure-terraform";
import { EXECUTABLE_NAME, GO_NAME, NODE_NAME, SECOND_NAMES } from "../../scripts/bench/terraform/providers";

/** Makes a cell in which every run uses the processor for half of its time. */
function makeCell(queues: number, durations: Readonly<Record<string, readonly number[]>>): Cell {
  const makeRun = (durationMs: number): Run => ({
    durationMs,
    processorMs: durationMs / 2,
    requests: queues,
    mostOpen: 10,
    mostInFlight: 10,
  });
  const plans = Object.entries(durations).map(([name, all]) => [name, all.map(makeRun)] as const);
  return { queues, plans: new Map(plans), applies: new Map([[NODE_NAME, makeRun(6000)]]) };
}

const CELL = makeCell(300, {
  [NODE_NAME]: [2100, 1900, 3000],
  [EXECUTABLE_NAME]: [1700, 1800, 1900],
  [GO_NAME]: [4000, 4000, 1000],
  [SECOND_NAMES[NODE_NAME]]: [1700, 1800, 1900],
});

describe("reportTerraform", () => {
  test("compares with the provider in Go round by round, and counts requests and connections", () => {
    const { figures } = reportTerraform([CELL], []);
    expect(figures.map(({ name, value, isKept }) => [name, value, isKept])).toEqual([
      ["plan of 300 queues, Node.js / Go", "0.53", true],
      ["plan of 300 queues, executable / Go", "0.45", true],
      ["requests of a plan, in addition to one for each queue", "0", true],
      ["requests of a plan of 300 queues, Node.js, `/v2`", "300", false],
      ["maximum number of open connections of a plan", "10", true],
    ]);
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

test("the page distinguishes kept promises from broken ones", () => {
  const { figures } = reportTerraform([CELL], []);
  const broken = { name: "calls", value: "31", limit: "at most 30", isKept: false };
  const all = [...figures, broken];
  const page = printPage({ machine: describeMachine(), figures: all, sections: [], day: "2026-11-21" });
  expect(page).toContain("| plan of 300 queues, executable / Go | 0.45 | at most 1 | kept |");
  expect(page).toContain("| calls | 31 | at most 30 | **broken** |");
});
