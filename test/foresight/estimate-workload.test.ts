import {
  estimateFromCiRuns,
  estimateFromInterface,
  estimateFromMerges,
} from "../../src/foresight/estimate-workload";
import type { CiRun, ConcludedPullRequest, History, ListedRun } from "../../src/foresight/history";
import { toLoad } from "../../src/foresight/load-source";
import { addToWorkload } from "../../src/foresight/queue-workload";
import { formatWorkload, parseWorkload } from "../../src/foresight/workload-file";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { catchError } from "../support/catch-error";

const QUEUE = parseQueueId("github.com/acme/web/main");

const HOUR_MS = 3_600_000;

/** A Monday. */
const START_MS = Date.UTC(2026, 0, 5);

/** Every third hour. */
function at(index: number): number {
  return START_MS + index * 3 * HOUR_MS;
}

function makeConclusions(count: number): ConcludedPullRequest[] {
  return Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    sha: `sha${index}`,
    conclusion: index % 10 === 0 ? "failed" : index % 10 === 1 ? "cancelled" : "merged",
    atMs: at(index),
    priority: index % 4 === 0 ? 10 : 100,
  }));
}

function makeRuns(count: number): CiRun[] {
  return Array.from({ length: count }, (_, index) => ({
    queuedMs: at(index),
    startedMs: at(index) + 60_000,
    finishedMs: at(index) + 60_000 * (11 + (index % 5)),
    conclusion: index % 10 === 0 ? "failed" : index % 10 === 1 ? "cut" : "passed",
    sha: `sha${index}`,
    changes: undefined,
  }));
}

/** Of two pull requests each; a tenth failed and was merged later, another tenth was cut off. */
function makeTestRuns(count: number): ListedRun[] {
  return Array.from({ length: count }, (_, index) => ({
    atMs: at(index),
    minutes: 10 + (index % 5),
    isCensored: index % 10 === 1,
    outcome: index % 10 === 0 ? "failed" : index % 10 === 1 ? "cut" : "passed",
    pullRequests: [1, 2].map((which) => ({ number: 2 * index + which, conclusion: "merged" })),
  }));
}

const WORDS = { passed: "success", failed: "failure", cut: "cancelled" } as const;

function toCsv(runs: readonly CiRun[]): string {
  const rows = runs.map(({ queuedMs, startedMs, finishedMs, conclusion, sha, changes }) =>
    [queuedMs, startedMs, finishedMs, WORDS[conclusion], sha, changes].join(","),
  );
  return ["queued,started,finished,conclusion,sha,changes", ...rows].join("\n");
}

/** Estimates from a history of 200 conclusions, unless another one is given. */
function estimate(
  history: Partial<History> = {},
  untilMs = at(200),
): ReturnType<typeof estimateFromInterface> {
  return estimateFromInterface(QUEUE, { conclusions: makeConclusions(200), ...history }, untilMs);
}

describe("estimateFromInterface", () => {
  test("takes failure rate, priorities and arrivals from conclusions; cancelled ones only arrive", () => {
    const { workload, notes } = estimate();
    expect(workload).toMatchObject({
      queue: "github.com/acme/web/main",
      arrivalsPerHour: { value: 0.331667, source: "interface", conclusions: 199, days: 19 },
      failureRate: { value: 0.111111, source: "interface", conclusions: 180, days: 19 },
      flakeRate: { value: 0, low: 0, conclusions: 160 },
      priorities: {
        shares: [
          { priority: 10, value: 0.25 },
          { priority: 100, value: 0.75 },
        ],
      },
    });
    expect(workload.testMinutes).toBeUndefined();
    expect(notes).toEqual([
      expect.stringMatching(/^The service does not say when pull requests were submitted/),
    ]);
  });

  test("takes arrivals from timelines, also of what is still in the queue", () => {
    const arrivalsMs = Array.from({ length: 300 }, (_, index) => at(index / 2));
    const { workload, notes } = estimate({ arrivalsMs }, at(150));
    expect(workload.arrivalsPerHour).toMatchObject({ source: "timelines", conclusions: 299 });
    expect(workload.arrivalsPerHour?.value).toBeCloseTo(2 / 3, 2);
    expect(notes).toEqual([]);
  });

  test("a commit that failed and was merged later flaked", () => {
    const conclusions = makeConclusions(200);
    const again = conclusions
      .filter(({ conclusion }) => conclusion === "failed")
      .map((each) => ({ ...each, conclusion: "merged" as const, atMs: each.atMs + 60_000 }));
    const { workload } = estimate({ conclusions: [...conclusions, ...again] });
    expect(workload.failureRate).toMatchObject({ value: 0, conclusions: 180 });
    expect(workload.flakeRate).toMatchObject({ value: 0.1, conclusions: 200 });
  });

  test("without commits, nothing is known to have flaked", () => {
    const conclusions = makeConclusions(200).map((each) => ({ ...each, number: 1, sha: undefined }));
    expect(estimate({ conclusions }).workload.failureRate?.conclusions).toBe(180);
  });

  test.each([
    [60, START_MS, "5 more pull requests that were merged or failed, and 4 more working days"],
    [200, START_MS + 250 * HOUR_MS, "3 more working days"],
  ])("refuses %d conclusions, naming the shortfall", (count, untilMs, shortfall) => {
    const conclusions = makeConclusions(count).map((each, index) => ({
      ...each,
      atMs: untilMs === START_MS ? each.atMs : START_MS + index * HOUR_MS,
    }));
    const error = catchError(() => estimate({ conclusions }, untilMs));
    expect(error).toMatchObject({ code: "history_too_small" });
    expect(String(error)).toContain(`Missing: ${shortfall}.`);
  });

  test("weekends are no working days", () => {
    const conclusions = makeConclusions(300).map((each, index) => ({
      ...each,
      // Saturdays and Sundays of 15 weeks.
      atMs: START_MS + (Math.floor(index / 20) * 7 + 5 + (index % 2)) * 24 * HOUR_MS,
    }));
    expect(() => estimate({ conclusions }, at(10_000))).toThrow("10 more working days");
  });
});

describe("estimateFromInterface with test runs", () => {
  test("takes durations and rates from runs, and says what they do not have; arrivals stay those of conclusions", () => {
    const { workload, notes } = estimate({ runs: makeTestRuns(200) });
    expect(workload).toMatchObject({
      arrivalsPerHour: { source: "interface", conclusions: 199 },
      testMinutes: { source: "results", conclusions: 180, censored: 20 },
      failureRate: { value: 0, source: "results", conclusions: 180, days: 19 },
      flakeRate: { source: "results", conclusions: 180 },
      priorities: { source: "interface" },
    });
    // Two changes may have failed in each run.
    expect(workload.flakeRate?.value).toBeCloseTo(1 - (1 - 1 / 9) ** (1 / 2), 2);
    expect(workload.testMinutes?.value).toBeCloseTo(12, 0);
    expect(notes).toEqual([
      expect.stringMatching(/^The service does not say when pull requests were submitted/),
    ]);
  });

  test.each([0, 60])("of %d runs takes no durations, and the rates of pull requests", (count) => {
    const { workload, notes } = estimate({ runs: makeTestRuns(count) });
    expect(workload.testMinutes).toBeUndefined();
    expect(workload.failureRate).toMatchObject({ source: "interface", conclusions: 180 });
    expect(notes.slice(1)).toEqual([
      expect.stringMatching(/^Test durations are not estimated: .* 59 test runs that were neither cancelled/),
      expect.stringMatching(/^Failure rate .* come from pull requests, not from test runs\. .* 59 test runs/),
    ]);
  });

  test("enough runs make up for too few conclusions, but not for arrivals; too few of both are refused", () => {
    const conclusions = makeConclusions(20);
    const { workload } = estimate({ conclusions, runs: makeTestRuns(200) });
    expect(Object.keys(workload)).toEqual(["queue", "testMinutes", "failureRate", "flakeRate", "priorities"]);
    const error = catchError(() => estimate({ conclusions, runs: makeTestRuns(60) }));
    expect(error).toMatchObject({ code: "history_too_small" });
  });
});

describe("estimateFromCiRuns", () => {
  test("takes arrivals, durations and rates from runs; those that were cut off only show that they take longer", () => {
    const { workload } = estimateFromCiRuns(QUEUE, toCsv(makeRuns(200)));
    expect(workload).toMatchObject({
      arrivalsPerHour: { value: 0.333333, source: "csv", conclusions: 199 },
      testMinutes: { source: "csv", conclusions: 180, censored: 20 },
      failureRate: { value: 0.111111, conclusions: 180 },
      flakeRate: { value: 0 },
    });
    expect(Math.abs(Number(workload.testMinutes?.value) - 12.5)).toBeLessThan(0.5);
  });

  test("a commit that is tested again does not arrive again", () => {
    const runs = makeRuns(200);
    const again = runs
      .slice(0, 100)
      .map((run) => ({ ...run, queuedMs: run.queuedMs + 1, conclusion: "passed" as const }));
    const { workload } = estimateFromCiRuns(QUEUE, toCsv([...runs, ...again]));
    expect(workload.arrivalsPerHour?.conclusions).toBe(199);
    expect(workload.flakeRate?.value).toBeCloseTo(10 / 270, 3);
  });

  test("a run of several changes is several arrivals, and does not fail as often as its changes", () => {
    const runs = makeRuns(200).map((run) => ({ ...run, changes: 4 }));
    const { workload } = estimateFromCiRuns(QUEUE, toCsv(runs));
    expect(workload.arrivalsPerHour?.conclusions).toBe(799);
    expect(workload.failureRate?.value).toBeCloseTo(1 - (1 - 1 / 9) ** (1 / 4), 3);
  });

  test("a run that ends in the second in which it starts takes a second", () => {
    const runs = makeRuns(200).map((run) => ({ ...run, finishedMs: run.startedMs }));
    expect(estimateFromCiRuns(QUEUE, toCsv(runs)).workload.testMinutes?.value).toBeCloseTo(1 / 60, 4);
  });
});

describe("estimateFromMerges", () => {
  test("takes arrivals from merges", () => {
    const times = Array.from({ length: 200 }, (_, index) => at(index));
    const { workload } = estimateFromMerges(QUEUE, times.join("\n"));
    expect(workload).toMatchObject({ arrivalsPerHour: { value: 0.333333, source: "git", conclusions: 199 } });
    expect(Object.keys(workload)).toEqual(["queue", "arrivalsPerHour"]);
  });
});

describe("formatWorkload", () => {
  test("what is estimated can be parsed again and makes a load", () => {
    const { workload } = estimateFromCiRuns(QUEUE, toCsv(makeRuns(2000)));
    const text = formatWorkload(addToWorkload(undefined, workload));
    expect(parseWorkload(text).queues).toEqual([workload]);
    expect(toLoad(workload).testMinutes).toMatchObject({ kind: "empirical" });
  });

  test("writes an hour of the week in a line, and durations side by side", () => {
    const { workload } = estimateFromCiRuns(QUEUE, toCsv(makeRuns(2000)));
    const lines = formatWorkload(addToWorkload(undefined, workload)).split("\n");
    expect(lines.length).toBeLessThan(260);
    expect(lines).toContainEqual(expect.stringMatching(/^ +\{ "hourOfWeek": 9, "value": [^}]+\},$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ +(10, ){15}10,$/));
  });
});
