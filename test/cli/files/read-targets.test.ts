import { readTargets } from "../../../src/cli/files/read-targets";

describe("readTargets", () => {
  test.each([
    ["//a:b\n//c\n", ["//a:b", "//c"]],
    ["a\r\n\r\n  b  \na", ["a", "b"]],
    ['["a", "b", "a"]', ["a", "b"]],
    ["\n [] ", []],
    ["@repo//x#y", ["@repo//x#y"]],
  ])("%j is %j", (text, targets) => {
    expect(readTargets(text)).toEqual(targets);
  });

  test.each(["", "\n \n"])("%j is more likely a mistake than no target", (text) => {
    expect(() => readTargets(text)).toThrow("The list of impacted targets is empty, and nothing was sent.");
  });

  test.each([
    ["[a]", "is not valid JSON"],
    ["[1]", "holds 1;"],
    ['["a"', "is not valid JSON"],
  ])("%j is refused", (text, problem) => {
    expect(() => readTargets(text)).toThrow(problem);
  });
});
