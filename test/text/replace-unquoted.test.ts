import { replaceUnquoted } from "../../src/text/replace-unquoted";

describe("replaceUnquoted", () => {
  test.each([
    ["a and a", "b and b"],
    ['a, "a" and a', 'b, "a" and b'],
    ['a "a \\"a\\" a" a', 'b "a \\"a\\" a" b'],
    ['a "a that is not closed: a', 'b "a that is not closed: a'],
    ['a "a\\', 'b "a\\'],
    ['""a', '""b'],
  ])("what is in quotation marks stays as it came: %s", (message, expected) => {
    expect(replaceUnquoted(message, /a(?!nd)/g, () => "b")).toBe(expected);
  });
});
