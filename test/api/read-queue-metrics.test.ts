import fc from "fast-check";
import { parseMetrics } from "../../src/api/parse-metrics";
import { type QueueMetrics, readQueueMetrics } from "../../src/api/read-queue-metrics";

const MAIN = 'repo="acme/web",branch="main",queue_type="main"';
const QUEUE = { repo: "acme/web", branch: "main", queueType: "main" };

function read(...lines: readonly string[]): QueueMetrics[] {
  return readQueueMetrics(parseMetrics(lines.map((line) => `${line}\n`).join("")));
}

/** Makes two buckets: up to a minute, and all. */
const histogram = (low: number, all: number) => [
  { upToSeconds: 60, count: low },
  { upToSeconds: Infinity, count: all },
];

describe("readQueueMetrics", () => {
  test("reads every published metric of a queue", () => {
    const name = "mq_pr_wait_duration_1h_seconds";
    const metrics = read(
      "# TYPE mq_depth_current gauge",
      `mq_depth_current{${MAIN}} 4`,
      `mq_awaiting_mergeability{${MAIN}} 1`,
      `mq_testing_slots_active{${MAIN}} 3`,
      `mq_pr_conclusions_1h_total{${MAIN},conclusion="merged"} 12`,
      `mq_pr_conclusions_1h_total{${MAIN},conclusion="failed"} 2`,
      `mq_pr_conclusions_1h_total{${MAIN},conclusion="cancelled"} 0`,
      `mq_pr_restarts_1h_total{${MAIN}} 5`,
      `# TYPE ${name} histogram`,
      `${name}_bucket{${MAIN},le="60"} 1`,
      `${name}_bucket{${MAIN},le="+Inf"} 2`,
      `${name}_sum{${MAIN}} 90.5`,
      `${name}_count{${MAIN}} 2`,
      `mq_pr_test_duration_1h_seconds_sum{${MAIN}} 600`,
      `mq_pr_time_in_queue_1h_seconds_count{${MAIN}} 7`,
    );
    const counts = { depth: 4, awaitingMergeability: 1, activeTestingSlots: 3, restarts1h: 5 };
    expect(metrics).toEqual([
      {
        ...QUEUE,
        ...counts,
        concluded1h: { merged: 12, failed: 2, cancelled: 0 },
        waitSeconds1h: { buckets: histogram(1, 2), sumSeconds: 90.5, count: 2 },
        testSeconds1h: { buckets: [], sumSeconds: 600 },
        timeInQueueSeconds1h: { buckets: [], count: 7 },
      },
    ]);
  });

  test("adds up the series of a histogram by conclusion, and tells those by state apart", () => {
    const [time, state] = ["mq_pr_time_in_queue_1h_seconds", "mq_pr_state_duration_1h_seconds"];
    const series = ["merged", "failed"].flatMap((conclusion, index) => [
      `${time}_bucket{${MAIN},conclusion="${conclusion}",le="60"} ${index}`,
      `${time}_bucket{${MAIN},conclusion="${conclusion}",le="+Inf"} 3`,
      `${time}_sum{${MAIN},conclusion="${conclusion}"} 90.5`,
      `${time}_count{${MAIN},conclusion="${conclusion}"} 3`,
    ]);
    const states = ["TESTING", "__proto__"].flatMap((word) => [
      `${state}_bucket{${MAIN},state="${word}",le="+Inf"} 2`,
      `${state}_bucket{${MAIN},state="${word}",le="60"} 1`,
      `${state}_count{${MAIN},state="${word}"} 2`,
    ]);
    const shown = { buckets: histogram(1, 2), count: 2 };
    expect(read(...series, ...states)).toEqual([
      {
        ...QUEUE,
        timeInQueueSeconds1h: { buckets: histogram(1, 6), sumSeconds: 181, count: 6 },
        stateSeconds1h: Object.fromEntries([
          ["testing", shown],
          ["__proto__", shown],
        ]),
      },
    ]);
  });

  test("returns one value for each repository, branch and type of queue, in the order of the text", () => {
    const metrics = read(
      'mq_depth_current{repo="b/b",branch="main",queue_type="bisection"} 1',
      'mq_depth_current{repo="a/a",branch="main",queue_type="main"} 2',
      'mq_depth_current{repo="a/a",branch="next",queue_type="main"} 3',
      'mq_awaiting_mergeability{repo="b/b",branch="main",queue_type="bisection"} 4',
    );
    expect(metrics).toEqual([
      { repo: "b/b", branch: "main", queueType: "bisection", depth: 1, awaitingMergeability: 4 },
      { repo: "a/a", branch: "main", queueType: "main", depth: 2 },
      { repo: "a/a", branch: "next", queueType: "main", depth: 3 },
    ]);
  });

  test("reads words in any case, and hands out lower case; a missing type is the queue itself", () => {
    const labels = 'repo="acme/web",branch="Main"';
    expect(read(`mq_pr_conclusions_1h_total{${labels},queue_type="MAIN",conclusion="MERGED"} 3`)).toEqual([
      { ...QUEUE, branch: "Main", concluded1h: { merged: 3 } },
    ]);
    expect(read(`mq_depth_current{${labels}} 3`)).toEqual([{ ...QUEUE, branch: "Main", depth: 3 }]);
    expect(read(`mq_depth_current{${labels},queue_type="Express"} 3`)[0]?.queueType).toBe("express");
  });

  test("sorts the buckets by length", () => {
    const lines = ["+Inf", "7200", "60", "300"].map(
      (le, index) => `mq_pr_test_duration_1h_seconds_bucket{${MAIN},le="${le}"} ${index}`,
    );
    const bounds = read(...lines)[0]?.testSeconds1h?.buckets.map(({ upToSeconds }) => upToSeconds);
    expect(bounds).toEqual([60, 300, 7200, Infinity]);
  });

  test.each([
    ["another metric", `mq_novelty{${MAIN}} 1`],
    ["a metric without an underscore", `depth{${MAIN}} 1`],
    ["a histogram's name without its part", `mq_pr_test_duration_1h_seconds{${MAIN}} 1`],
    ["a time in a state that is not named", `mq_pr_state_duration_1h_seconds_sum{${MAIN}} 1`],
    ["an unknown part of a histogram", `mq_pr_test_duration_1h_seconds_max{${MAIN}} 1`],
    ["a bucket without a bound", `mq_pr_test_duration_1h_seconds_bucket{${MAIN}} 1`],
    ["a bucket with an empty bound", `mq_pr_test_duration_1h_seconds_bucket{${MAIN},le=" "} 1`],
    ["a bucket whose bound is not a number", `mq_pr_test_duration_1h_seconds_bucket{${MAIN},le="a"} 1`],
    ["another conclusion", `mq_pr_conclusions_1h_total{${MAIN},conclusion="__proto__"} 1`],
    ["a conclusion without a word", `mq_pr_conclusions_1h_total{${MAIN}} 1`],
    ["a sample without a repository", 'mq_depth_current{branch="main"} 1'],
    ["a sample without a branch", 'mq_depth_current{repo="acme/web"} 1'],
    ["a value that is not a number", `mq_depth_current{${MAIN}} NaN`],
    ["an infinite value", `mq_depth_current{${MAIN}} +Inf`],
  ])("leaves out %s", (_what, line) => {
    expect(read(line)).toEqual([]);
    const known = 'mq_depth_current{repo="acme/api",branch="main",queue_type="main"} 1';
    expect(read(known, line)).toEqual([{ ...QUEUE, repo: "acme/api", depth: 1 }]);
  });

  test("S-12: names that every object inherits are ordinary names", () => {
    const line = 'mq_depth_current{repo="__proto__",branch="constructor",queue_type="__proto__"} 1';
    const queue = { repo: "__proto__", branch: "constructor", queueType: "__proto__" };
    expect(read(line)).toEqual([{ ...queue, depth: 1 }]);
  });

  test("F-17: reads any families without an error", () => {
    const word = fc.constantFrom("mq_depth_current", "mq_pr_wait_duration_1h_seconds_bucket", "x", "_", "");
    const label = fc.constantFrom("repo", "branch", "queue_type", "le", "conclusion");
    const labels = fc.dictionary(label, fc.string());
    const samples = fc.array(fc.record({ name: word, labels, value: fc.double() }));
    fc.assert(
      fc.property(fc.array(fc.record({ name: word, type: fc.string(), samples })), (families) => {
        const known = families.flatMap(({ samples: all }) => all.map(({ labels: { repo } }) => repo));
        for (const queue of readQueueMetrics(families)) expect(known).toContain(queue.repo);
      }),
    );
  });

  test("reads 100,000 buckets of one histogram", () => {
    const labels = { repo: "a/a", branch: "main" };
    const samples = Array.from({ length: 100_000 }, (_, index) => ({
      name: "mq_pr_wait_duration_1h_seconds_bucket",
      labels: { ...labels, le: String((index * 7919) % 100_000) },
      value: 1,
    }));
    const [queue] = readQueueMetrics([{ name: "x", type: "histogram", samples }]);
    expect(queue?.waitSeconds1h?.buckets).toHaveLength(100_000);
    expect(queue?.waitSeconds1h?.buckets[1]?.upToSeconds).toBe(1);
  });
});
