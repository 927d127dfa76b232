import { readTargets } from "../../../src/cli/commands/pr-impacted-targets";
import { readQueueIds } from "../../../src/cli/export/read-queue-ids";
import { catchError } from "../../support/catch-error";
import { errorLike } from "../../support/error-like";

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
    expect(() => readTargets(text)).toThrow("The list of impacted targets is empty. Nothing was sent.");
  });

  test.each([
    ["[a]", "is not valid JSON"],
    ["[1]", "contains 1, which is not a string"],
    ['["a"', "is not valid JSON"],
  ])("%j is refused", (text, problem) => {
    expect(() => readTargets(text)).toThrow(problem);
  });
});

describe("readQueueIds", () => {
  test("reads one id a line, without comments and blank lines", () => {
    const text = "# ours\r\n\ngithub.com/acme/web/main  # the site\n  github.com/acme/api/fix#12\r\n#x\n";
    expect(readQueueIds(text)).toEqual(["github.com/acme/web/main", "github.com/acme/api/fix#12"]);
  });

  test.each(["", "# nothing\n", "[]"])("%j has no ids", (text) => {
    expect(catchError(() => readQueueIds(text))).toMatchObject(errorLike("invalid_identity", "is empty"));
  });
});
