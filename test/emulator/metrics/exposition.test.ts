import fc from "fast-check";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { parseMetrics } from "../../../src/api/parse-metrics";
import { type ExposedMetric, formatExposition } from "../../../src/emulator/metrics/exposition";
import { MAIN } from "../../engine/engine-fixtures";
import { anyCharacter } from "../../support/arbitrary-character";
import { createWorld, type Reply, TOKEN } from "../service-fixtures";

function gauge(samples: ExposedMetric["samples"], help = "A thing."): ExposedMetric {
  return { name: "thing", help, samples };
}

describe("formatExposition", () => {
  test("describes each metric, and writes each sample on a separate line", () => {
    const text = formatExposition([
      gauge([
        { labels: { a: "x", b: "y" }, value: 1.5 },
        { labels: {}, value: -2 },
      ]),
      { name: "other", help: "Others.", type: "histogram", samples: [] },
    ]);
    expect(text).toBe(
      '# HELP thing A thing.\n# TYPE thing gauge\nthing{a="x",b="y"} 1.5\nthing -2\n' +
        "# HELP other Others.\n# TYPE other histogram\n",
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

type Family = ReturnType<typeof parsePrometheusTextFormat>[number];

function findFamily(reply: Reply, name: string): Family {
  const family = parsePrometheusTextFormat(reply.text).find((each) => each.name === name);
  if (family === undefined) throw new Error(`There is no metric ${name}.`);
  return family;
}

describe("getMergeQueueMetrics", () => {
  test("returns the Prometheus text format with its content type", () => {
    const { status, headers, text } = createWorld().getMetrics();
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(text.endsWith("\n")).toBe(true);
  });

  test("describes every metric, and labels every sample with the queue", () => {
    const { text } = createWorld().getMetrics();
    const families = parsePrometheusTextFormat(text);
    for (const { help, metrics } of families) {
      expect(help).not.toBe("");
      expect(metrics.length).toBeGreaterThan(0);
    }
    // That parser keeps no labels of histograms.
    for (const { name, samples } of parseMetrics(text)) {
      expect(name).toMatch(/^mq_/);
      for (const { labels } of samples) expect(labels).toMatchObject({ repo: "acme/web", branch: "main" });
    }
  });

  test("lists queues in an order that does not depend on when they were created", () => {
    const readOrder = (branches: readonly string[]): readonly (string | undefined)[] => {
      const world = createWorld();
      for (const targetBranch of branches) world.ask("createQueue", { targetBranch });
      world.ask("createQueue", { repo: { ...MAIN.repo, name: "api" } });
      const { metrics } = findFamily(world.getMetrics(), "mq_depth_current");
      const main = metrics.filter(({ labels }) => labels?.["queue_type"] === "main");
      return main.map(({ labels }) => `${labels?.["repo"]}/${labels?.["branch"]}`);
    };
    const expected = ["acme/api/main", "acme/web/a", "acme/web/b/c", "acme/web/main"];
    expect(readOrder(["a", "b/c"])).toEqual(expected);
    expect(readOrder(["b/c", "a"])).toEqual(expected);
  });

  test("shows only the queues of the requested repository, in any spelling", () => {
    const world = createWorld();
    world.ask("createQueue", { repo: { ...MAIN.repo, name: "webs" } });
    world.ask("createQueue", { repo: { ...MAIN.repo, host: "git.example.org" } });
    const reply = world.getMetrics("repo=Acme%2FWEB&repoHost=github.com");
    const { metrics } = findFamily(reply, "mq_depth_current");
    expect(metrics.map(({ labels }) => labels)).toEqual([
      { repo: "acme/web", branch: "main", queue_type: "main" },
      { repo: "acme/web", branch: "main", queue_type: "bisection" },
    ]);
  });

  test("returns metrics without samples for a repository without queues", () => {
    const reply = createWorld().getMetrics("repo=acme/none&repoHost=github.com");
    expect(reply.status).toBe(200);
    expect(reply.text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([""]);
    expect(parsePrometheusTextFormat(reply.text).flatMap(({ metrics }) => metrics)).toEqual([]);
  });

  test("refuses a repository outside the organization", () => {
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
