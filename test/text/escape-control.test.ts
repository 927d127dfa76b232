import fc from "fast-check";
import { escapeControl } from "../../src/text/escape-control";
import { anyCharacter } from "../support/arbitrary-character";
import { listLogCommands } from "../support/list-log-commands";

describe("escapeControl", () => {
  test.each([
    ["\u001b[31mred\u001b[0m", "\\x1b[31mred\\x1b[0m"],
    ["right\rwrong", "right\\rwrong"],
    ["bell\u0007 nul\u0000 del\u007f", "bell\\x07 nul\\x00 del\\x7f"],
    ["\u009b31m", "\\x9b31m"],
    ["main\u202egnp", "main\\u202egnp"],
    ["\u2066a\u2069\u200f\u061c", "\\u2066a\\u2069\\u200f\\u061c"],
    ["a\u2028b\u2029c", "a\\u2028b\\u2029c"],
    ["halves \ud800 and \udfff", "halves \ufffd and \ufffd"],
    ["zero\u200bwidth\u200djoiner\ufeff", "zero\\u200bwidth\\u200djoiner\\ufeff"],
    ["soft\u00adhyphen filler\u3164", "soft\\xadhyphen filler\\u3164"],
    ["tag\u{e0041} selector\u{e0100}", "tag\\u{e0041} selector\\u{e0100}"],
    ["::add-mask::e", "\\::add-mask::e"],
    ["a\n \t::error::e", "a\n \t\\::error::e"],
    ["a ##[group] b ##vso[task.complete]", "a ##\\[group] b ##vso\\[task.complete]"],
  ])("S-14: %j becomes visible", (text, escaped) => {
    expect(escapeControl(text)).toBe(escaped);
  });

  test.each([
    "",
    "plain",
    "two\nlines\tand a tab",
    "Grüße, 世界 😀 ⚠️",
    "std::vector ## [a]",
    "C:\\temp\\x1b",
  ])("%j is not changed", (text) => {
    expect(escapeControl(text)).toBe(text);
  });

  test("S-14: the result never contains a control character, and escaping it again does not change it", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const escaped = escapeControl(text);
        expect(escaped).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}|\p{Surrogate}/u);
        expect(listLogCommands(escaped)).toEqual([]);
        expect(escapeControl(escaped)).toBe(escaped);
      }),
    );
  });
});
