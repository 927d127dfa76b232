import fc from "fast-check";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { parseMetrics } from "../../../src/api/parse-metrics";
import { type ExposedMetric, formatExposition } from "../../../src/emulator/metrics/exposition";
import { MAIN } from "../../engine/engine-fixtures";
import { anyCharacter } from "../../support/arbitrary-character";
import { createWorld, type Reply, TOKEN, type World } from "../service-fixtures";

function gauge(samples: ExposedMetric["samples"], help = "A thing."): ExposedMetric {
  return { name: "thing", help, samples };
}

describe("formatExposition", () => {
  test("describes each metric, and writes each sample on a separate line", () => {
    const samples = [
      { labels: { a: "x", b: "y" }, value: 1.5 },
      { labels: {}, value: -2 },
    ];
    const other: ExposedMetric = { name: "other_total", help: "Others.", type: "counter", samples: [] };
    expect(formatExposition([gauge(samples), other])).toBe(
      '# HELP thing A thing.\n# TYPE thing gauge\nthing{a="x",b="y"} 1.5\nthing -2\n' +
        "# HELP other_total Others.\n# TYPE other_total counter\n",
    );
  });

  test("escapes backslashes, quotes and line breaks in labels, but not quotes in help texts", () => {
    const text = formatExposition([gauge([{ labels: { a: 'x\\y"z\nw' }, value: 1 }], 'A "b"\\\nc')]);
    expect(text).toBe('# HELP thing A "b"\\\\\\nc\n# TYPE thing gauge\nthing{a="x\\\\y\\"z\\nw"} 1\n');
  });

  test("writes infinity as the format requires", () => {
    const values = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e21];
    const text = formatExposition([gauge(values.map((value) => ({ labels: {}, value })))]);
    expect(text.split("\n").slice(2, 6)).toEqual(["thing +Inf", "thing -Inf", "thing NaN", "thing 1e+21"]);
  });

  test("an independent parser reads any label text unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.double({ noNaN: true }), (label, value) => {
        const [family] = parsePrometheusTextFormat(formatExposition([gauge([{ labels: { label }, value }])]));
        const [metric] = family?.metrics ?? [];
        expect(metric).toEqual({ value: expect.any(String) as string, labels: { label } });
        const read = (metric as { value: string }).value.replace(/Inf$/, "Infinity");
        expect(Number(read)).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
  });
});

const MINUTE_MS = 60_000;
const MAIN_LABELS = { repo_host: "github.com", repo_owner: "acme", repo_name: "web", branch: "main" };
const BATCHES = { batch: true, batchingMinSize: 2 };

type Family = ReturnType<typeof parsePrometheusTextFormat>[number];
type Metric = Family["metrics"][number];

function findFamily(reply: Reply, name: string): Family {
  const family = parsePrometheusTextFormat(reply.text).find((each) => each.name === name);
  if (family === undefined) throw new Error(`There is no metric ${name}.`);
  return family;
}

/** Reads the samples of a metric, by the label that only it has. */
function readByLabel(world: World, name: string, label: string, branch = "main"): Record<string, number> {
  const { metrics } = findFamily(world.getMetrics(), name);
  const entries = metrics.map((metric: Metric) => {
    const { labels = {}, value } = metric as { labels?: Record<string, string>; value: string };
    return [labels, Number(value)] as const;
  });
  const own = entries.filter(([labels]) => labels["branch"] === branch);
  return Object.fromEntries(own.map(([labels, value]) => [labels[label] ?? "", value]));
}

describe("getMergeQueueMetrics", () => {
  test("returns the Prometheus text format, with every metric described and every sample labelled by its queue", () => {
    const { status, headers, text } = createWorld().getMetrics();
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text.endsWith("\n")).toBe(true);
    const families = parsePrometheusTextFormat(text);
    for (const { help, metrics } of families) {
      expect(help).not.toBe("");
      expect(metrics.length).toBeGreaterThan(0);
    }
    // That parser keeps no labels of histograms.
    for (const { name, samples } of parseMetrics(text)) {
      const expected = name.startsWith("mq_") ? { repo: "acme/web", branch: "main" } : MAIN_LABELS;
      for (const { labels } of samples) expect(labels).toMatchObject(expected);
    }
  });

  test("counts the pull requests in the queue by state, including empty states", () => {
    const world = createWorld();
    world.declare({ number: 4, mergeability: "not_mergeable" });
    for (const number of [1, 2, 3, 4]) world.ask("submitPullRequest", { pr: { number } });
    expect(readByLabel(world, "mergequeue_pull_requests", "state")).toEqual({
      not_ready: 1,
      pending: 2,
      testing: 1,
      tests_passed: 0,
      pending_failure: 0,
    });
  });

  test("shows the state of the queue", () => {
    const world = createWorld();
    const read = (): object => readByLabel(world, "mergequeue_queue_state", "state");
    expect(read()).toEqual({ running: 1, paused: 0, draining: 0, switching_modes: 0 });
    world.ask("submitPullRequest", { pr: { number: 1 } });
    world.ask("updateQueue", { mode: "parallel" });
    expect(read()).toEqual({ running: 0, paused: 0, draining: 0, switching_modes: 1 });
  });

  test.each([
    ["of the queue", { mode: "parallel" }, { queue: 2, bisection: 0 }, { queue: 5, bisection: 2 }],
    // In single mode there is one at a time, regardless of concurrency.
    ["of bisections", BATCHES, { queue: 0, bisection: 2 }, { queue: 1, bisection: 2 }],
  ])("shows the number of runs in progress %s, and the limit", (_, settings, inProgress, allowed) => {
    const world = createWorld();
    world.ask("updateQueue", { concurrency: 5, bisectionConcurrency: 2, ...settings });
    for (const number of [1, 2]) {
      world.ask("setImpactedTargets", { pr: { number }, impactedTargets: [] });
      world.ask("submitPullRequest", { pr: { number } });
    }
    if (settings === BATCHES) world.report(1, "ci/test", "failure");
    expect(readByLabel(world, "mergequeue_test_runs_in_progress", "kind")).toEqual(inProgress);
    expect(readByLabel(world, "mergequeue_test_runs_allowed", "kind")).toEqual(allowed);
  });

  test("counts outcomes and test runs", () => {
    const world = createWorld();
    for (const number of [1, 2, 3, 4]) world.ask("submitPullRequest", { pr: { number } });
    world.report(1, "ci/test", "success");
    world.report(2, "ci/test", "failure");
    world.ask("cancelPullRequest", { pr: { number: 3 } });
    world.ask("cancelPullRequest", { pr: { number: 4 } });
    const outcomes = readByLabel(world, "mergequeue_pull_requests_concluded_total", "outcome");
    expect(outcomes).toEqual({ merged: 1, failed: 1, cancelled: 2 });
    const runs = readByLabel(world, "mergequeue_test_runs_total", "status");
    expect(runs).toEqual({ succeeded: 1, failed: 1, cancelled: 2 });
  });

  test("counts the time in the queue in cumulative buckets", () => {
    const world = createWorld();
    world.ask("updateQueue", { state: "paused" });
    for (const number of [1, 2, 3, 4]) world.ask("submitPullRequest", { pr: { number } });
    // After 1 minute, 6 minutes, 56 minutes and 3 days.
    for (const [index, minutes] of [1, 5, 50, 4264].entries()) {
      world.advance(minutes * MINUTE_MS);
      world.ask("cancelPullRequest", { pr: { number: index + 1 } });
    }
    const family = findFamily(world.getMetrics(), "mergequeue_time_in_queue_seconds");
    const [histogram] = family.metrics as readonly { buckets?: Record<string, string> }[];
    const buckets = Object.entries(histogram?.buckets ?? {}).map((pair) => pair.join(": "));
    expect(buckets.join(", ")).toBe(
      "60: 1, 300: 1, 600: 2, 1800: 2, 3600: 3, 7200: 3, 14400: 3, 28800: 3, 86400: 3, +Inf: 4",
    );
    const samples = parseMetrics(world.getMetrics().text).flatMap((each) => each.samples);
    const totals = samples.filter(({ name }) => /^mergequeue_time_in_queue_seconds_(sum|count)$/.test(name));
    expect(totals).toEqual([
      { name: "mergequeue_time_in_queue_seconds_sum", labels: MAIN_LABELS, value: (1 + 6 + 56 + 4320) * 60 },
      { name: "mergequeue_time_in_queue_seconds_count", labels: MAIN_LABELS, value: 4 },
    ]);
  });

  test("lists queues in an order that does not depend on when they were created", () => {
    const readOrder = (branches: readonly string[]): readonly (string | undefined)[] => {
      const world = createWorld();
      for (const targetBranch of branches) world.ask("createQueue", { targetBranch });
      world.ask("createQueue", { repo: { ...MAIN.repo, name: "api" } });
      const { metrics } = findFamily(world.getMetrics(), "mergequeue_pull_requests_concluded_total");
      const merged = metrics.filter(({ labels }) => labels?.["outcome"] === "merged");
      return merged.map(({ labels }) => `${labels?.["repo_name"]}/${labels?.["branch"]}`);
    };
    const expected = ["api/main", "web/a", "web/b/c", "web/main"];
    expect(readOrder(["a", "b/c"])).toEqual(expected);
    expect(readOrder(["b/c", "a"])).toEqual(expected);
  });

  test("shows only the queues of the requested repository, in any spelling", () => {
    const world = createWorld();
    world.ask("createQueue", { repo: { ...MAIN.repo, name: "webs" } });
    world.ask("createQueue", { repo: { ...MAIN.repo, host: "git.example.org" } });
    const reply = world.getMetrics("repo=Acme%2FWEB&repoHost=github.com");
    const { metrics } = findFamily(reply, "mergequeue_test_runs_allowed");
    expect(metrics.map(({ labels }) => labels)).toEqual([
      { ...MAIN_LABELS, kind: "queue" },
      { ...MAIN_LABELS, kind: "bisection" },
    ]);
  });

  test("returns no samples for a repository without queues, and refuses one outside the organization", () => {
    const reply = createWorld().getMetrics("repo=acme/none&repoHost=github.com");
    expect(reply.status).toBe(200);
    expect(reply.text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([""]);
    expect(parsePrometheusTextFormat(reply.text).flatMap(({ metrics }) => metrics)).toEqual([]);
    const world = createWorld({ repositories: ["github.com/acme/web"] });
    expect(world.getMetrics("repo=acme/none&repoHost=github.com").status).toBe(404);
    expect(world.getMetrics("repo=acme/web&repoHost=github.com").status).toBe(200);
  });

  test.each([
    ["repo without repoHost", "repo=acme/web"],
    ["a parameter that is there twice", "repo=acme/web&repoHost=github.com&repo=acme/web"],
    ["an unknown parameter", "branch=main"],
  ])("refuses %s", (_what, query) => {
    const { status, text } = createWorld().getMetrics(query);
    expect(status).toBe(400);
    expect(text).not.toBe("");
    expect(text).not.toContain(TOKEN);
  });

  test("ignores unknown parameters if an option says so", () => {
    const world = createWorld({ unknownFields: "ignore" });
    expect(world.getMetrics("branch=main").status).toBe(200);
    expect(world.getMetrics("branch=main&repo=acme/web").status).toBe(400);
  });
});
