import { toCell, toValueCell } from "../../src/text/to-cell";

describe("toCell", () => {
  test("S-14: makes one line that cannot control a terminal", () => {
    expect(toCell("a\n\tb\u001b[2J")).toBe("a b\\x1b[2J");
  });

  test("cuts a long text", () => {
    expect(toCell("abcd", 3)).toBe("abc…");
    expect(toCell("abc", 3)).toBe("abc");
  });
});

describe("toValueCell", () => {
  test.each([
    ["text", "text"],
    [7, "7"],
    [{ a: ["\u001b"] }, '{"a":["\\u001b"]}'],
    [undefined, "-"],
    [null, "null"],
  ])("the value %j is shown as %s", (value, shown) => {
    expect(toValueCell(value)).toBe(shown);
  });
});
