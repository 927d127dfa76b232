import { joinFirst } from "../../src/text/join-first";

describe("joinFirst", () => {
  test.each<[string[], string]>([
    [["a"], "a"],
    [["a", "b"], "a, b"],
    [["a", "b", "c", "d"], "a, b and 2 more"],
  ])("%j shows at most two texts and counts the others", (texts, shown) => {
    expect(joinFirst(texts, 2)).toBe(shown);
  });
});
