import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { RESTARTS_KEPT_MS } from "../../../src/engine/waiting/waiting";
import { MAIN } from "../../engine/engine-fixtures";
import { createWorld, type World } from "../service-fixtures";

const MINUTE_MS = 60_000;
const LABELS = { repo: "acme/web", branch: "main", queue_type: "main" };
const BISECTION = { ...LABELS, queue_type: "bisection" };
const NO_CONCLUSIONS = { merged: 0, failed: 0, cancelled: 0 };

interface ReadHistogram {
  /** Cumulative counts by upper bound. */
  readonly buckets: Readonly<Record<string, string>>;
  readonly sum: string;
  readonly count: string;
}

/** Reads the value of a gauge with the independent parser. */
function readGauge(world: World, name: string, labels: Readonly<Record<string, string>> = LABELS): number {
  const family = parsePrometheusTextFormat(world.getMetrics().text).find((each) => each.name === name);
  const found = family?.metrics.filter((metric) => isSame(metric.labels ?? {}, labels));
  expect(found).toHaveLength(1);
  return Number(found?.[0]?.value);
}

/** Reads a histogram by the independent parser. It merges labelled series, so it gets one, without labels. */
function readHistogram(world: World, name: string, labels: typeof LABELS = LABELS): ReadHistogram {
  const written = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const lines = world.getMetrics().text.split("\n");
  const series = lines
    .filter((line) => line.startsWith(name) && line.includes(`{${written.join(",")}`))
    .map((line) => line.replace(`${written.join(",")},`, "").replace(`{${written.join(",")}}`, ""));
  const head = lines.filter((line) => line.startsWith("# ") && line.split(" ")[2] === name);
  const [family] = parsePrometheusTextFormat([...head, ...series, ""].join("\n"));
  expect(family).toMatchObject({ name, type: "HISTOGRAM" });
  const { buckets = {}, sum = "none", count = "none" } = family?.metrics[0] ?? {};
  return { buckets, sum, count };
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());
}

function readConclusions(world: World, labels: typeof LABELS = LABELS): object {
  const read = (conclusion: string) =>
    readGauge(world, "mq_pr_conclusions_1h_total", { ...labels, conclusion });
  return { merged: read("merged"), failed: read("failed"), cancelled: read("cancelled") };
}

/** Sum and count of a histogram. */
function readSum(world: World, name: string, labels: typeof LABELS = LABELS): readonly [number, number] {
  const { sum, count } = readHistogram(world, name, labels);
  return [Number(sum), Number(count)];
}

const readStateTimes = (world: World, state: string, labels: typeof LABELS) =>
  readSum(world, "mq_pr_state_duration_1h_seconds", { ...labels, state } as typeof LABELS);
const readWait = (world: World) => readSum(world, "mq_pr_wait_duration_1h_seconds");
const readTest = (world: World, labels = LABELS) => readSum(world, "mq_pr_test_duration_1h_seconds", labels);
const readTimeInQueue = (world: World, conclusion: string, labels = LABELS) =>
  readSum(world, "mq_pr_time_in_queue_1h_seconds", { ...labels, conclusion } as typeof LABELS);

function submit(world: World, ...numbers: readonly number[]): void {
  for (const number of numbers) world.ask("submitPullRequest", { pr: { number } });
}

/** A parallel queue in which everything depends on everything ahead of it. */
function createParallelWorld(concurrency: number): World {
  const world = createWorld({ requiresImpactedTargets: "never" });
  world.ask("updateQueue", { mode: "parallel", concurrency });
  return world;
}

describe("the published metrics", () => {
  test("of a queue in which nothing happened are 0, of the queue and of its bisections", () => {
    const world = createWorld();
    const gauges = ["mq_depth_current", "mq_awaiting_mergeability", "mq_testing_slots_active"];
    const bounds = ["60", "300", "600", "900", "1800", "3600", "5400", "7200", "+Inf"];
    const buckets = Object.fromEntries(bounds.map((bound) => [bound, "0"]));
    for (const labels of [LABELS, BISECTION]) {
      for (const name of [...gauges, "mq_pr_restarts_1h_total"])
        expect(readGauge(world, name, labels)).toBe(0);
      expect(readConclusions(world, labels)).toEqual(NO_CONCLUSIONS);
      const waits = readHistogram(world, "mq_pr_wait_duration_1h_seconds", labels);
      expect(waits).toEqual({ buckets, sum: "0", count: "0" });
    }
  });

  test("count pull requests that are not ready apart: never ready and cancelled, without a time in the queue", () => {
    const world = createWorld();
    world.declare({ number: 4, mergeability: "not_mergeable" });
    submit(world, 1, 2, 3, 4);
    expect(readGauge(world, "mq_depth_current")).toBe(3);
    expect(readGauge(world, "mq_awaiting_mergeability")).toBe(1);
    expect(readGauge(world, "mq_testing_slots_active")).toBe(1);
    world.advance(MINUTE_MS);
    world.ask("cancelPullRequest", { pr: { number: 4 } });
    expect(readConclusions(world)).toEqual({ ...NO_CONCLUSIONS, cancelled: 1 });
    expect(readTimeInQueue(world, "cancelled")).toEqual([0, 0]);
  });

  test("count the pull requests of a bisection under its own label", () => {
    const world = createWorld();
    world.ask("updateQueue", { batch: true, batchingMinSize: 4 });
    submit(world, 1, 2, 3, 4, 5);
    expect(readGauge(world, "mq_testing_slots_active")).toBe(4);
    world.report(1, "ci/test", "failure");
    expect(readGauge(world, "mq_depth_current", BISECTION)).toBe(4);
    expect(readGauge(world, "mq_testing_slots_active", BISECTION)).toBe(4);
    expect(readGauge(world, "mq_depth_current")).toBe(1);
    expect(readGauge(world, "mq_testing_slots_active")).toBe(0);
  });

  test("count what left the queue in the last hour, and nothing older", () => {
    const world = createWorld();
    submit(world, 1, 2, 3);
    world.report(1, "ci/test", "success");
    world.advance(59 * MINUTE_MS);
    world.report(2, "ci/test", "failure");
    world.ask("cancelPullRequest", { pr: { number: 3 } });
    expect(readConclusions(world)).toEqual({ merged: 1, failed: 1, cancelled: 1 });
    world.advance(MINUTE_MS - 1);
    expect(readConclusions(world)).toEqual({ merged: 1, failed: 1, cancelled: 1 });
    world.advance(1);
    expect(readConclusions(world)).toEqual({ merged: 0, failed: 1, cancelled: 1 });
    world.advance(59 * MINUTE_MS);
    expect(readConclusions(world)).toEqual(NO_CONCLUSIONS);
    expect(readTimeInQueue(world, "cancelled")).toEqual([0, 0]);
    expect(readTest(world)).toEqual([0, 0]);
    expect(readWait(world)).toEqual([0, 0]);
  });

  test("measure waiting, testing and the whole time, each when it ends", () => {
    const world = createWorld();
    submit(world, 1, 2);
    expect(readWait(world)).toEqual([0, 1]);
    world.advance(10 * MINUTE_MS);
    expect(readTest(world)).toEqual([0, 0]);
    world.report(1, "ci/test", "success");
    // The second one has waited for the first one.
    expect(readWait(world)).toEqual([600, 2]);
    world.advance(15 * MINUTE_MS);
    world.report(2, "ci/test", "failure");
    expect(readTest(world)).toEqual([600 + 900, 2]);
    expect(readTimeInQueue(world, "merged")).toEqual([600, 1]);
    expect(readTimeInQueue(world, "failed")).toEqual([1500, 1]);
    expect(readTimeInQueue(world, "cancelled")).toEqual([0, 0]);
    const failed = { ...LABELS, conclusion: "failed" };
    const { buckets } = readHistogram(world, "mq_pr_time_in_queue_1h_seconds", failed);
    expect(Object.values(buckets).join("")).toBe("000011111");
  });

  test("leave out the time in which a pull request was not ready, before its tests and afterwards", () => {
    const world = createWorld();
    world.declare({ number: 1, mergeability: "in_progress" });
    submit(world, 1);
    world.advance(7 * MINUTE_MS);
    // It waits for two minutes, and then for one.
    world.ask("updateQueue", { state: "paused" });
    world.declare({ number: 1, mergeability: "mergeable" });
    world.advance(2 * MINUTE_MS);
    world.declare({ number: 1, mergeability: "not_mergeable" });
    world.advance(5 * MINUTE_MS);
    world.declare({ number: 1, mergeability: "mergeable" });
    world.advance(MINUTE_MS);
    world.ask("updateQueue", { state: "running" });
    expect(readWait(world)).toEqual([180, 1]);
    world.advance(4 * MINUTE_MS);
    world.declare({ number: 1, mergeability: "not_mergeable" });
    world.advance(20 * MINUTE_MS);
    // Waiting ended with the first test run.
    expect(readWait(world)).toEqual([180, 1]);
    world.ask("cancelPullRequest", { pr: { number: 1 } });
    expect(readTimeInQueue(world, "cancelled")).toEqual([180 + 240, 1]);
    // A run without a result has no duration.
    expect(readTest(world)).toEqual([0, 0]);
  });

  test("count restarts: in place, and back to waiting", () => {
    const world = createParallelWorld(3);
    submit(world, 1, 2, 3);
    world.report(1, "ci/test", "failure");
    // The two on top of it are tested again at once.
    expect(readGauge(world, "mq_pr_restarts_1h_total")).toBe(2);
    world.advance(MINUTE_MS);
    world.ask("updateQueue", { state: "paused" });
    world.ask("cancelPullRequest", { pr: { number: 2 } });
    // The other one waits, because the queue is paused. The cancelled one is not tested again.
    expect(world.find(3).state).toBe("pending");
    expect(readGauge(world, "mq_pr_restarts_1h_total")).toBe(3);
    world.advance(59 * MINUTE_MS);
    expect(readGauge(world, "mq_pr_restarts_1h_total")).toBe(1);
    world.advance(MINUTE_MS);
    expect(readGauge(world, "mq_pr_restarts_1h_total")).toBe(0);
  });

  test("do not count a first test run, a new commit that is not ready, or tests after a pass as restarts", () => {
    const world = createParallelWorld(3);
    submit(world, 1, 2);
    world.report(2, "ci/test", "success");
    world.declare({ number: 1, mergeability: "not_mergeable" });
    expect(world.find(1).state).toBe("not_ready");
    expect(world.find(2).state).toBe("testing");
    expect(readGauge(world, "mq_pr_restarts_1h_total")).toBe(0);
  });

  test("count runs, restarts and conclusions of a bisection under its own label", () => {
    const world = createWorld();
    world.ask("updateQueue", { batch: true, batchingMinSize: 2, bisectionConcurrency: 2 });
    submit(world, 1, 2);
    world.advance(2 * MINUTE_MS);
    world.report(1, "ci/test", "failure");
    expect(readTest(world)).toEqual([2 * 120, 2]);
    world.advance(3 * MINUTE_MS);
    world.report(1, "ci/test", "success");
    world.report(2, "ci/test", "failure");
    expect(readTest(world, BISECTION)).toEqual([2 * 180, 2]);
    expect(readConclusions(world, BISECTION)).toEqual({ ...NO_CONCLUSIONS, failed: 1 });
    expect(readConclusions(world)).toEqual(NO_CONCLUSIONS);
    expect(readStateTimes(world, "testing", LABELS)).toEqual([2 * 120, 2]);
    expect(readStateTimes(world, "testing", BISECTION)[0]).toBeGreaterThanOrEqual(180);
    expect(readTimeInQueue(world, "failed", BISECTION)).toEqual([300, 1]);
    // The other is tested again before it merges: the bisection did not test it on what is now ahead of it.
    expect(readGauge(world, "mq_pr_restarts_1h_total", BISECTION)).toBe(1);
    expect(readGauge(world, "mq_pr_restarts_1h_total")).toBe(0);
    // Each waited once: before the batch started.
    expect(readWait(world)).toEqual([0, 2]);
  });

  test("measure the time in each state when it ends, of each submission once", () => {
    const world = createParallelWorld(2);
    const readState = (state: string) => readStateTimes(world, state, LABELS);
    world.ask("updateQueue", { pendingFailureDepth: 1, testingTimeoutMinutes: 300 });
    submit(world, 1, 2, 3);
    world.advance(2 * MINUTE_MS);
    world.report(2, "ci/test", "success");
    // It waits for the one ahead.
    world.advance(3 * MINUTE_MS);
    world.report(1, "ci/test", "success");
    expect(readState("testing")).toEqual([120 + 300, 2]);
    expect(readState("tests_passed")).toEqual([180 + 0, 2]);
    expect(readState("pending")[0]).toBe(120);
    expect(readState("not_ready")).toEqual([NaN, NaN]);
    submit(world, 4);
    world.advance(MINUTE_MS);
    world.report(3, "ci/test", "failure");
    world.advance(4 * MINUTE_MS);
    world.report(4, "ci/test", "failure");
    expect(readState("pending_failure")).toEqual([240 + 0, 2]);
    const before = readState("testing");
    submit(world, 3);
    expect(readState("testing")).toEqual(before);
    world.advance(60 * MINUTE_MS);
    expect(readState("testing")).toEqual([0, 0]);
    world.report(3, "ci/test", "success");
    expect(readState("testing")).toEqual([3600, 1]);
  });

  test("add up repositories of the same name on several hosts, which the labels do not tell apart", () => {
    const world = createWorld();
    const elsewhere = { repo: { ...MAIN.repo, host: "git.example.org" } };
    world.ask("createQueue", elsewhere);
    submit(world, 1);
    world.ask("submitPullRequest", { ...elsewhere, pr: { number: 1 } });
    expect(readGauge(world, "mq_depth_current")).toBe(2);
    const one = parsePrometheusTextFormat(world.getMetrics("repo=acme/web&repoHost=github.com").text);
    expect(one[0]?.metrics.map(({ value }) => value)).toEqual(["1", "0"]);
  });

  test("keep no restarts that are older than an hour", () => {
    const world = createParallelWorld(2);
    const readSize = () => world.service.engine.tryFindQueue(MAIN)?.restarts.size;
    submit(world, 1, 2);
    for (let round = 0; round < 50; round += 1) {
      world.ask("restartTestsOnPullRequest", { pr: { number: 2 } });
      world.advance(RESTARTS_KEPT_MS / 10);
      world.ask("restartTestsOnPullRequest", { pr: { number: 1 } });
    }
    expect(readSize()).toBe(10);
    expect(readGauge(world, "mq_pr_restarts_1h_total")).toBe(19);
  });
});
