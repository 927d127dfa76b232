import fc from "fast-check";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { formatExposition, type MetricFamily } from "../../../src/emulator/metrics/exposition";
import { anyCharacter } from "../../support/arbitrary-character";

function gauge(samples: MetricFamily["samples"], help = "A thing."): MetricFamily {
  return { name: "thing", help, type: "gauge", samples };
}

describe("formatExposition", () => {
  test("describes each metric, and writes each sample on a separate line", () => {
    const text = formatExposition([
      gauge([
        { labels: { a: "x", b: "y" }, value: 1.5 },
        { labels: {}, value: -2 },
      ]),
      { name: "other_total", help: "Others.", type: "counter", samples: [] },
    ]);
    expect(text).toBe(
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
