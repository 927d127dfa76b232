import fc from "fast-check";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { parseMetrics } from "../../src/api/parse-metrics";
import { catchError } from "../support/catch-error";

function failOn(text: string): string {
  const error = catchError(() => parseMetrics(text));
  const details = { operation: "getMergeQueueMetrics" };
  expect(error).toMatchObject({ code: "unexpected_response", details });
  return String(error);
}

describe("parseMetrics", () => {
  test("reads families with help, type, labels, values and timestamps", () => {
    const text = [
      "# HELP queue_depth Pull requests in the queue.",
      "# TYPE queue_depth gauge",
      'queue_depth{repo="acme/web",branch="main"} 3',
      'queue_depth{repo="acme/api",branch="main",} 0 1395066363000',
      "",
      "# TYPE merged_total counter",
      "merged_total 1.7560473e+07 -3",
      "",
    ].join("\n");
    const [depth, merged] = [{ name: "queue_depth" }, { name: "merged_total" }];
    const [web, api] = ["acme/web", "acme/api"].map((repo) => ({ repo, branch: "main" }));
    const samples = [
      { ...depth, labels: web, value: 3 },
      { ...depth, labels: api, value: 0, timestampMs: 1_395_066_363_000 },
    ];
    const counts = [{ ...merged, labels: {}, value: 17_560_473, timestampMs: -3 }];
    expect(parseMetrics(text)).toEqual([
      { ...depth, type: "gauge", help: "Pull requests in the queue.", samples },
      { ...merged, type: "counter", samples: counts },
    ]);
  });

  test("an empty text, blank lines and comments contain no metrics", () => {
    expect(parseMetrics("")).toEqual([]);
    expect(parseMetrics("\n \t\n# a comment\n#\n# help x y\n#HELPFUL x\n  # EOF\n  \r")).toEqual([]);
  });

  test("a family that is only announced has no samples", () => {
    expect(parseMetrics("# TYPE a counter\n# HELP b\n# HELP c\t\n")).toEqual([
      { name: "a", type: "counter", samples: [] },
      { name: "b", type: "untyped", help: "", samples: [] },
      { name: "c", type: "untyped", help: "", samples: [] },
    ]);
  });

  test("blanks and tabs around tokens do not matter", () => {
    const [family] = parseMetrics('\t a { b = "c" ,\td="e" } \t 1 \t 2 \t\n');
    expect(family?.samples).toEqual([{ name: "a", labels: { b: "c", d: "e" }, value: 1, timestampMs: 2 }]);
    expect(parseMetrics('a{b="c"}1\n')[0]?.samples[0]).toMatchObject({ value: 1 });
  });

  test.each([
    ["NaN", NaN],
    ["nan", NaN],
    ["+Inf", Infinity],
    ["Inf", Infinity],
    ["-Inf", -Infinity],
    ["-infinity", -Infinity],
    ["-0", -0],
    ["+1.5", 1.5],
    [".5", 0.5],
    ["5.", 5],
    ["1e-3", 0.001],
    ["1E3", 1000],
    ["9007199254740993", 9007199254740992],
  ])("the value %s is read as %p", (text, value) => {
    expect(parseMetrics(`a ${text}\n`)[0]?.samples[0]?.value).toBe(value);
  });

  test("labels and help are unescaped, each by its own rule", () => {
    const text = String.raw`# HELP a one\\two\nthree\"four\t` + "\n" + String.raw`a{b="\\n\"\n\\"} 1` + "\n";
    expect(parseMetrics(text)).toMatchObject([
      { help: 'one\\two\nthree\\"four\\t', samples: [{ labels: { b: '\\n"\n\\' } }] },
    ]);
  });

  test("buckets, sums and counts belong to their histogram, quantiles, sums and counts to their summary", () => {
    const histogram = ['h_bucket{le="1"} 1', 'h_bucket{le="+Inf"} 2', "h_sum 3", "h_count 2"];
    const summary = ['s{quantile="0.5"} 1', "s_sum 3", "s_count 2", "s_bucket 9"];
    const gauge = ["g_sum 1", "g_count 2"];
    const types = ["# TYPE h histogram", "# TYPE s summary", "# TYPE g gauge"];
    const families = parseMetrics(`${[...types, ...histogram, ...summary, ...gauge].join("\n")}\n`);
    expect(families.map(({ name, samples }) => [name, samples.map((sample) => sample.name)])).toEqual([
      ["h", ["h_bucket", "h_bucket", "h_sum", "h_count"]],
      ["s", ["s", "s_sum", "s_count"]],
      ["g", []],
      ["s_bucket", ["s_bucket"]],
      ["g_sum", ["g_sum"]],
      ["g_count", ["g_count"]],
    ]);
  });

  test("a metric declared under the name of a histogram's part is a separate metric", () => {
    const count = (text: string) =>
      Object.fromEntries(parseMetrics(text).map(({ name, samples }) => [name, samples.length]));
    expect(count("h 1\nh_count 1\n_sum 1\n")).toEqual({ h: 1, h_count: 1, _sum: 1 });
    expect(count("# TYPE h histogram\n# TYPE h_count gauge\nh_count 1\n")).toEqual({ h: 0, h_count: 1 });
  });

  test("separate lines of one metric are one family", () => {
    const families = parseMetrics("a 1\nb 1\na 2\n");
    expect(families.map(({ samples }) => samples.map(({ value }) => value))).toEqual([[1, 2], [1]]);
  });

  test("S-12: names that every object inherits are ordinary names", () => {
    const text = '# TYPE a constructor\na_sum 1\n__proto__{__proto__="x",constructor="y"} 1\n';
    const [, , family] = parseMetrics(text);
    expect(family?.name).toBe("__proto__");
    expect(Object.entries(family?.samples[0]?.labels ?? {})).toEqual([
      ["__proto__", "x"],
      ["constructor", "y"],
    ]);
    expect("toString" in (parseMetrics("a 1\n")[0]?.samples[0]?.labels ?? { toString: 1 })).toBe(false);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("a type that the format does not name is kept", () => {
    expect(parseMetrics("# TYPE a stateset\na 1\n")).toMatchObject([{ type: "stateset" }]);
  });

  test.each([
    ["a", "a value is expected at column 2, but the line ends"],
    ["1a 1", 'the name of a metric is expected at column 1, but there is "1a 1"'],
    ["a one", '"one" is not a valid number'],
    ["a 0x1p4", '"0x1p4" is not a valid number'],
    ["a 1_000", '"1_000" is not a valid number'],
    ["a 1e999", '"1e999" is not a valid number'],
    ["a +NaN", '"+NaN" is not a valid number'],
    ["a 1 2.5", '"2.5" is not a timestamp in whole milliseconds'],
    ["a 1 9007199254740993", "is not a timestamp"],
    ["a 1 99999999999999999999", "is not a timestamp"],
    ["a 1 2 3", 'the end of the line is expected at column 7, but there is "3"'],
    ["a{", 'a label name or "}" is expected at column 3, but the line ends'],
    ['a{1="x"} 1', "a label name"],
    ['a{b:c="x"} 1', '"=" is expected at column 4'],
    ["a{b} 1", '"=" is expected'],
    ["a{b=1} 1", "a value in quotation marks is expected"],
    ['a{b="c} 1', "a quotation mark is expected at column 10, but the line ends"],
    [String.raw`a{b="c\d"} 1`, String.raw`one of \\, \" and \n is expected at column 7`],
    ['a{b="c" d="e"} 1', '"," or "}" is expected'],
    ['a{b="c",b="d"} 1', "the label b occurs twice"],
    ["a{,} 1", "a label name"],
    ["# TYPE", "the name of a metric is expected"],
    ["# HELP 1", "the name of a metric is expected"],
    ["# HELP a-b c", "a space after the name is expected"],
    ["# TYPE a", "a type is expected"],
    ["# TYPE a gauge b", "the end of the line is expected"],
  ])("the line %s is refused, and named", (line, problem) => {
    const message = failOn(`up 1\n\n${line}\nup 2\n`);
    expect(message).toContain("Line 3 of the metrics");
    expect(message).toContain(problem);
  });

  test("duplicate and late declarations are refused", () => {
    expect(failOn("# HELP a x\n# HELP a y\n")).toContain("Line 2 of the metrics");
    expect(failOn("# TYPE a gauge\n# TYPE a gauge\n")).toContain("a second TYPE line for a");
    expect(failOn("a 1\n# TYPE a gauge\n")).toContain("after its first sample");
  });

  test("F-07: a text without a final line break may be truncated, and is refused", () => {
    expect(failOn("a 1\na 12")).toContain("Line 2 of the metrics");
  });

  test("F-35: a message stays short however long the line is", () => {
    expect(failOn(`a{b="${"x".repeat(100_000)}\n`).length).toBeLessThan(600);
  });

  test("a token of a million digits that is not a number is refused quickly", () => {
    // Trying every way to divide the digits would take an hour.
    expect(failOn(`up ${"1".repeat(1_000_000)}x\n`)).toContain("is not a valid number");
  });

  test("a metric, a label and a text of megabytes are read whole", () => {
    const long = "x".repeat(4_000_000);
    const escapes = "\\\\".repeat(1_000_000);
    const [family] = parseMetrics(`${long}{${long}="${long}${escapes}"} 1\n`);
    expect(family?.name).toHaveLength(4_000_000);
    expect(Object.values(family?.samples[0]?.labels ?? {})[0]).toHaveLength(5_000_000);
    const lines = Array.from({ length: 100_000 }, (_, index) => `a{b="${index}"} ${index}\n`).join("");
    expect(parseMetrics(lines)[0]?.samples).toHaveLength(100_000);
  });
});

describe("parseMetrics agrees with an independent parser", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
  const labelValue = fc.string({ unit: fc.constantFrom("a", "é", " ", "{", "}", ",", "=", '"', "\\", "\n") });
  const labels = fc.dictionary(name, labelValue, { noNullPrototype: true, maxKeys: 4 });
  const family = fc.record({
    name,
    type: fc.constantFrom("counter", "gauge"),
    help: fc.string({ unit: fc.constantFrom("a", "B", ".", "é", "-"), minLength: 1, maxLength: 20 }),
    // The format leaves open what two lines with the same labels mean, and the other parser keeps one.
    samples: fc.uniqueArray(fc.record({ labels, value }), {
      minLength: 1,
      maxLength: 5,
      selector: (sample) => JSON.stringify(Object.entries(sample.labels).sort()),
    }),
  });

  function escape(text: string): string {
    return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
  }

  test("on names, types, help, labels and values of generated texts", () => {
    fc.assert(
      fc.property(fc.uniqueArray(family, { selector: (each) => each.name, maxLength: 6 }), (families) => {
        const text = families
          .flatMap(({ name: metric, type, help, samples }) => [
            `# HELP ${metric} ${help}`,
            `# TYPE ${metric} ${type}`,
            ...samples.map(({ labels: given, value: number }) => {
              const pairs = Object.entries(given).map(([key, label]) => `${key}="${escape(label)}"`);
              return `${metric}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${number}`;
            }),
          ])
          .map((line) => `${line}\n`)
          .join("");
        const ours = parseMetrics(text).map(({ name: metric, type, help, samples }) => ({
          name: metric,
          type: type.toUpperCase(),
          help,
          metrics: samples.map(({ labels: read, value: number }) => ({
            value: String(number),
            ...(Object.keys(read).length === 0 ? {} : { labels: Object.fromEntries(Object.entries(read)) }),
          })),
        }));
        expect(ours).toEqual(parsePrometheusTextFormat(text));
        expect(parseMetrics(text).flatMap(({ samples }) => samples.map((sample) => sample.value))).toEqual(
          families.flatMap(({ samples }) => samples.map((sample) => Number(String(sample.value)))),
        );
      }),
    );
  });
});
