import fc from "fast-check";
import { formatLine, tryReadLine } from "../../../src/emulator/store/data-line";
import { createSortedMap } from "../../../src/engine/sorted-map";

describe("formatLine and tryReadLine", () => {
  const value = { text: "line\nbreak, ünïcode \u0000 and 🦀", list: [1, null, true] };
  const { text, link } = formatLine(value, 7);
  const line = Buffer.from(text);

  test("a line contains JSON without further line breaks", () => {
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(tryReadLine(line.subarray(0, -1), 7)).toEqual({ value, link });
  });

  test("a line with any changed byte is invalid", () => {
    const content = line.subarray(0, -1);
    for (let index = 0; index < content.length; index += 1) {
      const changed = Buffer.from(content);
      changed[index] = (changed[index] ?? 0) ^ 0x01;
      expect(tryReadLine(changed, 7)).toBeUndefined();
    }
  });

  test("a line that does not follow its predecessor is invalid", () => {
    expect(tryReadLine(line.subarray(0, -1), 8)).toBeUndefined();
  });

  test("invalid JSON is refused even with a matching checksum", () => {
    // The checksum of an empty line is zero.
    expect(tryReadLine(Buffer.from("00000000 "))).toBeUndefined();
  });
});

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

function throughText(value: unknown): unknown {
  return tryReadLine(Buffer.from(formatLine(value).text.trimEnd()))?.value;
}

describe("the value of a line", () => {
  test("F-34: is read as it was written, including maps, sorted maps and odd names", () => {
    fc.assert(
      fc.property(VALUE, (value) => {
        expect(throughText(value)).toEqual(value);
      }),
    );
  });

  test("undefined fields are left out", () => {
    expect(throughText({ a: undefined, b: 1 })).toStrictEqual({ b: 1 });
  });

  test("a decoded sorted map is in order, and its copies can be changed", () => {
    const sorted = createSortedMap<string, number>();
    for (const key of ["c", "a", "b"]) sorted.set(key, 1);
    const decoded = throughText(sorted) as typeof sorted;
    expect([...decoded.entries("b")]).toEqual([
      ["b", 1],
      ["c", 1],
    ]);
  });
});
