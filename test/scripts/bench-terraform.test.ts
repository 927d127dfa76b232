import type { Cell, CellRuns } from "../../scripts/bench/terraform/cell-runs";
import { PROMISED } from "../../scripts/bench/terraform/cell-runs";
import { tryComposePlan } from "../../scripts/bench/terraform/compose-plan";
import { computeFloorMs, listFigures } from "../../scripts/bench/terraform/list-figures";
import { listSections } from "../../scripts/bench/terraform/list-sections";
import { BINARY_NAME, GO_NAME, NODE_NAME } from "../../scripts/bench/terraform/list-subjects";
import { REPLAY_NAME, WAITING_REPLAY_NAME } from "../../scripts/bench/terraform/replay/list-replays";
import type { Run } from "../../scripts/bench/terraform/stage";
import { FLOOR } from "../../scripts/bench/terraform/subject";

const SMALL: Cell = { queues: 30, line: { scheme: "http", latencyMs: 0 } };

/** Runs of plans without changes that took that long; each has read every queue once. */
function makeRuns(subject: string, cell: Cell, ...durationsMs: readonly number[]): CellRuns {
  const runs = durationsMs.map(
    (durationMs): Run => ({
      durationMs,
      calls: new Map([["getQueue", cell.queues]]),
      opened: 10,
      mostOpen: 10,
      mostInFlight: 10,
    }),
  );
  return {
    cell,
    // A call takes longer than the latency that was asked for.
    roundTripMs: cell.line.latencyMs + 1,
    subject,
    runs: { "plan of new queues": [], apply: [], "plan without changes": runs },
    watched: {},
  };
}

const NODE = makeRuns(NODE_NAME, PROMISED, 2100, 1900, 2000);
const BINARY = makeRuns(BINARY_NAME, PROMISED, 1700, 1800, 1900);
const GO = makeRuns(GO_NAME, PROMISED, 4000, 4000, 4000);
const ALONE = makeRuns(FLOOR.name, PROMISED, 400, 500, 600);
const REPLAY = makeRuns(REPLAY_NAME, PROMISED, 800, 900, 700);
const WAITING = makeRuns(WAITING_REPLAY_NAME, PROMISED, 1540, 1500, 1600);
const ALL = [NODE, BINARY, GO, ALONE, REPLAY, WAITING];

const WITHOUT_LATENCY: Cell = { ...PROMISED, line: { ...PROMISED.line, latencyMs: 0 } };

function findValues(results: readonly CellRuns[], end: string): readonly (readonly [string, boolean])[] {
  return listFigures(results)
    .filter(({ name }) => name.endsWith(end))
    .map(({ value, isKept }) => [value, isKept]);
}

describe("computeFloorMs", () => {
  test("adds a round trip for every ten queues to the median, and for those that are left over", () => {
    expect(computeFloorMs(ALONE)).toBe(500 + 30 * 31);
    expect(computeFloorMs(makeRuns(FLOOR.name, SMALL, 70))).toBe(70 + 3);
    expect(computeFloorMs(makeRuns(FLOOR.name, { ...SMALL, queues: 31 }, 70))).toBe(70 + 4);
  });
});

describe("listFigures", () => {
  test("compares with the replay and the round trips, 1.73 s here", () => {
    expect(findValues(ALL, "(the floor)")).toEqual([
      ["1.16 (2.00 s)", true],
      ["1.04 (1.80 s)", true],
    ]);
  });

  test("compares with Terraform alone and the round trips, too, 1.43 s here", () => {
    expect(findValues(ALL, "(the strict floor)")).toEqual([
      ["1.40 (2.00 s)", true],
      ["1.26 (1.80 s)", true],
    ]);
  });

  test("compares with the same without latency, where a round trip takes time as well", () => {
    const fixed = [makeRuns(NODE_NAME, WITHOUT_LATENCY, 1000), makeRuns(BINARY_NAME, WITHOUT_LATENCY, 600)];
    expect(findValues([...ALL, ...fixed], "(its own floor)")).toEqual([
      ["1.05 (2.00 s)", true],
      ["1.20 (1.80 s)", false],
    ]);
    expect(findValues(ALL, "(its own floor)")).toEqual([]);
  });

  test("says what the goal is where less is promised", () => {
    const limits = listFigures(ALL).map(({ limit }) => limit);
    expect(limits.slice(0, 2)).toEqual(["at most 1.4 (the goal is 1.15)", "at most 1.75 (the goal is 1.15)"]);
    expect(limits).toContain("at most 1.15");
  });

  test("allows Node.js more above the floor than the binary", () => {
    const at = (ms: number): readonly boolean[] =>
      findValues(
        [makeRuns(NODE_NAME, PROMISED, ms), makeRuns(BINARY_NAME, PROMISED, ms), REPLAY],
        "(the floor)",
      ).map(([, isKept]) => isKept);
    expect([at(1_985), at(1_995), at(2_420), at(2_425)]).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [false, false],
    ]);
  });

  test("compares with the provider in Go round by round", () => {
    expect(findValues(ALL, "of the provider in Go")).toEqual([
      ["0.50", true],
      ["0.45", true],
    ]);
  });

  test("without replays nothing is compared with the floor, and all else is there", () => {
    const rest = [NODE, BINARY, GO, ALONE];
    expect(findValues(rest, "(the floor)")).toEqual([]);
    expect(listFigures(rest)).toHaveLength(listFigures(ALL).length - 2);
  });

  test("the requests that replays do not make are nobody's", () => {
    const silent = { ...REPLAY.runs["plan without changes"][0], calls: new Map<string, number>() } as Run;
    const replay = { ...REPLAY, runs: { ...REPLAY.runs, "plan without changes": [silent] } };
    expect(findValues([NODE, ALONE, replay], "one for each queue")).toEqual([["0", true]]);
  });
});

describe("tryComposePlan", () => {
  test("compares what waits with all floors, and with the replay that does nothing else", () => {
    const fixed = makeRuns(NODE_NAME, WITHOUT_LATENCY, 1000);
    expect(tryComposePlan([...ALL, fixed])?.rows).toEqual([
      ["`terraform_data`", "0.50 (0.40)", "", "", "", ""],
      ["replay", "0.80 (0.70)", "", "", "", ""],
      ["replay that waits", "1.54 (1.50)", "", "0.89", "1.08", "1.00"],
      ["Node.js", "2.00 (1.90)", "1.05", "1.16", "1.40", "1.30"],
      ["binary", "1.80 (1.70)", "", "1.04", "1.26", "1.17"],
      ["Go", "4.00 (4.00)", "", "2.31", "2.80", "2.60"],
    ]);
  });

  test("says that nobody can keep to the strict floor only where the replay does not", () => {
    const describeWith = (waiting: CellRuns): string =>
      tryComposePlan([ALONE, REPLAY, waiting])?.text.join("\n") ?? "";
    expect(describeWith(WAITING)).toContain("already takes 1.08 times the strict floor: to keep 1.15 times");
    expect(describeWith(WAITING)).toContain("would have 0.10 s for everything else.");
    expect(describeWith(makeRuns(WAITING_REPLAY_NAME, PROMISED, 1750))).toContain(
      "already takes 1.22 times the strict floor: no provider can keep 1.15 times",
    );
  });

  test("is not there without replays, nor for another cell", () => {
    expect(tryComposePlan([NODE, ALONE])).toBeUndefined();
    expect(tryComposePlan(ALL.map((it) => ({ ...it, cell: SMALL })))).toBeUndefined();
  });
});

describe("listSections", () => {
  test("replays have a table of their own and are in no other", () => {
    const sections = listSections([...ALL, makeRuns(NODE_NAME, SMALL, 300)], []);
    const naming = sections.filter(({ columns, rows }) => /replay/.test(JSON.stringify([columns, rows])));
    expect(naming.map(({ title }) => title)).toEqual([
      "Terraform: what a plan of 300 queues at 30 ms over TLS is made of",
    ]);
    expect(sections[0]?.rows[0]).toEqual(["300", "https", "30 ms", "1.43", "2.00", "1.80", "4.00"]);
  });

  test("says why there are no replays", () => {
    const [first, ...others] = listSections([NODE, ALONE], ["The replay is not measured: there is no Go."]);
    expect(first?.text).toContain("The replay is not measured: there is no Go.");
    expect(others.map(({ title }) => title).join()).not.toContain("made of");
  });
});
