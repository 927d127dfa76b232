import { parseMetrics } from "../../../src/api/parse-metrics";
import { type QueueMetrics, readQueueMetrics } from "../../../src/api/read-queue-metrics";
import {
  findHosts,
  printMetrics,
  printQueueMetrics,
  toJsonMetrics,
} from "../../../src/cli/print/print-metrics";
import { makeView } from "../support/make-view";

describe("printQueueMetrics", () => {
  const main: QueueMetrics = {
    ...{ repo: "acme/web", branch: "main", queueType: "main" },
    ...{ depth: 4, activeTestingSlots: 3, awaitingMergeability: 1, restarts1h: 2 },
    concluded1h: { merged: 12, failed: 1, cancelled: 0 },
    waitSeconds1h: { buckets: [], sumSeconds: 1800, count: 10 },
    testSeconds1h: { buckets: [], sumSeconds: 90, count: 2 },
    timeInQueueSeconds1h: { buckets: [], sumSeconds: 0, count: 0 },
  };
  const bisection: QueueMetrics = { ...main, queueType: "bisection" };

  test("two tables: now, and the last hour with averages", () => {
    const labels = { repo_host: "gh.io", repo_owner: "acme", repo_name: "web" };
    const own = { name: "depth", type: "gauge", samples: [{ name: "depth", labels, value: 4 }] };
    const hosts = findHosts([own]);
    expect(printQueueMetrics([main], makeView(), hosts)).toBe(
      [
        "Now",
        "QUEUE                DEPTH  TESTING  NOT READY",
        "gh.io/acme/web/main  4      3        1",
        "",
        "Last hour (times are averages)",
        "QUEUE                MERGED  FAILED  CANCELLED  RESTARTS  WAIT   TEST  IN QUEUE",
        "gh.io/acme/web/main  12      1       0          2         3 min  45 s  -",
        "",
      ].join("\n"),
    );
  });

  test("without the host it says so; on a narrow terminal the id stays whole and restarts are cut first", () => {
    const text = printQueueMetrics([main], makeView({ columns: 72 }));
    expect(text).toMatch(/^acme\/web\/main {2}12 +1 +0 +2 +3 min {2}45 s {2}-$/m);
    expect(text).toMatch(/ CANCELLED {2}REST\S*… /);
    expect(text).toContain("does not show every host");
  });

  test("what the service does not say is a dash", () => {
    const text = printQueueMetrics([{ repo: "a\u001b/b", branch: "c", queueType: "main" }], makeView());
    expect(text).toMatch(/^a\\x1b\/b\/c +- +- +-$/m);
    expect(text).toMatch(/^a\\x1b\/b\/c( +-){7}$/m);
  });

  test("bisections are shown if anything about them is not 0", () => {
    const idle = {
      ...{ ...bisection, depth: 0, activeTestingSlots: 0, awaitingMergeability: 0, restarts1h: 0 },
      ...{ concluded1h: { merged: 0 }, waitSeconds1h: { buckets: [], count: 0 } },
      testSeconds1h: { buckets: [] },
    };
    const show = (queue: QueueMetrics) =>
      printQueueMetrics([main, queue], makeView()).includes("(bisection)");
    expect(show(idle)).toBe(false);
    expect(show({ ...idle, concluded1h: { failed: 1 } })).toBe(true);
    expect(show({ ...idle, testSeconds1h: { buckets: [], count: 1 } })).toBe(true);
    expect(show({ ...idle, depth: 1 })).toBe(true);
  });
});

describe("printMetrics", () => {
  const text = [
    "# HELP depth How many wait.",
    "# TYPE depth gauge",
    'depth{branch="main",state="pending"} 3',
    'depth{branch="rel\\nease"} NaN',
    "# TYPE wait histogram",
    'wait_bucket{le="60"} 2',
    'wait_bucket{le="+Inf"} +Inf',
    "wait_sum -Inf",
    "# HELP empty Nothing.",
    "",
  ].join("\n");

  test("one table a family, a column a label", () => {
    expect(printMetrics(parseMetrics(text), makeView())).toBe(
      [
        "depth (gauge): How many wait.",
        "branch    state    VALUE",
        "main      pending  3",
        "rel ease  -        NaN",
        "",
        "wait (histogram)",
        "PART    le    VALUE",
        "bucket  60    2",
        "bucket  +Inf  +Inf",
        "sum     -     -Inf",
        "",
      ].join("\n"),
    );
  });

  test("values that are not finite are words of the text format in JSON", () => {
    const json = JSON.stringify(toJsonMetrics([], parseMetrics(text)));
    expect(json).toContain('"value":"NaN"');
    expect(json).toContain('"value":"+Inf"');
    expect(json).toContain('"value":"-Inf"');
    expect(json).not.toContain("null");
  });

  test("JSON has its keys in one order, however the service orders its lines", () => {
    const late =
      'mq_pr_wait_duration_1h_seconds_sum{repo="a",branch="b"} 5\nmq_depth_current{repo="a",branch="b"} 1\n';
    const families = parseMetrics(`${late}# HELP x y\n# TYPE x gauge\n`);
    const json = JSON.stringify(toJsonMetrics(readQueueMetrics(families), families));
    expect(json).toMatch(
      /"queueType":"main","depth":1,"waitSeconds1h":.*"name":"x","type":"gauge","help":"y","samples"/,
    );
  });

  test("no metrics are a sentence", () => {
    expect(printMetrics([], makeView())).toBe("There are no metrics.\n");
    expect(printMetrics([], makeView(), "github.com/a/b")).toBe("There are no metrics of github.com/a/b.\n");
  });
});
