import { describeStatusRelease } from "../../src/reconcile/describe-status-release";

describe("describeStatusRelease", () => {
  test.each([
    [["ci/build", "ci/test"], '(\"ci/build\", \"ci/test\")'],
    [[], "(empty)"],
    [undefined, "(empty)"],
  ])("S-26: names the list that is removed: %j", (names, list) => {
    expect(describeStatusRelease(names)).toContain(`the list that was set ${list} will be deleted`);
  });
});
