import fc from "fast-check";
import { formatLine, formatLines, LineReader } from "../../../src/emulator/store/data-line";
import { createSortedMap } from "../../../src/engine/sorted-map";

/** Keys that mean something to JavaScript or to the encoding, and any others. */
const KEY = fc.oneof(fc.string(), fc.constantFrom("$", "__proto__", "constructor", "toString"));

const { value: VALUE } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (Object.is(n, -0) ? 0 : n)),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(KEY, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    fc.array(fc.tuple(KEY, tie("value")), { maxLength: 4 }).map((entries) => new Map(entries)),
    fc.array(fc.tuple(fc.integer(), tie("value")), { maxLength: 4 }).map((entries) => {
      const sorted = createSortedMap<number, unknown>();
      for (const [key, value] of entries) sorted.set(key, value);
      return sorted;
    }),
  ),
}));

/** Reads lines. @returns the value of the first one, with what the others add to it */
function readLines(lines: Iterable<string>): unknown {
  const reader = new LineReader();
  const [first, ...others] = Array.from(lines, (line) => {
    expect(line.indexOf("\n")).toBe(line.length - 1);
    return reader.read(Buffer.from(line.trimEnd()));
  });
  expect(others.filter((value) => value !== undefined)).toEqual([]);
  return first;
}

describe.each<[string, (value: unknown) => unknown]>([
  ["formatLine", (value) => readLines([formatLine(value)])],
  ["formatLines", (value) => readLines(formatLines(value))],
])("%s", (_, throughText) => {
  test("F-34: a value is read as it was written, including maps, sorted maps and odd names", () => {
    fc.assert(
      fc.property(VALUE, (value) => {
        expect(throughText(value)).toEqual(value);
      }),
    );
  });

  test("a decoded sorted map is in order, and its copies can be changed; undefined fields are left out", () => {
    expect(throughText({ a: undefined, b: 1 })).toStrictEqual({ b: 1 });
    const sorted = createSortedMap<string, number>();
    for (const key of ["c", "a", "b"]) sorted.set(key, 1);
    const decoded = throughText(sorted) as typeof sorted;
    expect([...decoded.entries("b")]).toEqual([
      ["b", 1],
      ["c", 1],
    ]);
  });
});

test("F-34: lines stay short however many entries the maps have, so that no string has the length of a file", () => {
  const inner = createSortedMap<number, string>();
  for (let n = 0; n < 5_000; n += 1) inner.set(n, "x".repeat(1_000));
  const value = new Map([["queue", { inner, name: "web" }]]);
  const lines = [...formatLines(value)];
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(70_000);
  expect(readLines(lines)).toEqual(value);
});

test("entries of a map that no line has numbered are refused", () => {
  const more = '{"$":"more","number":1,"entries":[[1,2]]}';
  expect(() => new LineReader().read(Buffer.from(more))).toThrow("There is no map 1.");
});
