import { SETTING_NAMES } from "../../src/queue/settings";
import { suggestName } from "../../src/text/suggest-name";

describe("suggestName", () => {
  test.each([
    ["concurency", "concurrency"],
    ["concurrencyy", "concurrency"],
    ["mdoe", "mode"],
    ["satte", "state"],
    ["merge_method", "mergeMethod"],
    ["requiredStatus", "requiredStatuses"],
    ["TESTINGTIMEOUTMINUTES", "testingTimeoutMinutes"],
  ])("leads from %s to %s", (name, nearest) => {
    expect(suggestName(name, SETTING_NAMES)).toBe(` Did you mean ${nearest}?`);
  });

  test.each(["color", "nope", "x", "", "__proto__", "concurrency".repeat(10_000)])(
    "%.20s is not similar to any name",
    (name) => {
      expect(suggestName(name, SETTING_NAMES)).toBe("");
    },
  );

  test("names of up to 60 letters are compared", () => {
    const known = ["a".repeat(60)];
    expect([60, 61].map((length) => suggestName("a".repeat(length), known) !== "")).toEqual([true, false]);
  });

  test("of several equally similar names, the first is suggested", () => {
    expect(suggestName("bar", ["baz", "bat"])).toBe(" Did you mean baz?");
  });
});
