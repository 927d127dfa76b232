import { tryParseShare } from "../../src/text/parse-share";

describe("tryParseShare", () => {
  test.each([
    ["0", 0],
    ["1", 1],
    ["0.05", 0.05],
    [".5", 0.5],
    ["5%", 0.05],
    ["2.5 %", 0.025],
    ["0%", 0],
    ["100%", 1],
  ])("parses %s", (text, share) => {
    expect(tryParseShare(text)).toBe(share);
  });

  test.each(["", "5 percent", " 5%", "1".repeat(400), ..."% . 5. 1.5 101% -1 -5% 1e-2 0x1 NaN".split(" ")])(
    "refuses %s",
    (text) => {
      expect(tryParseShare(text)).toBeUndefined();
    },
  );
});
