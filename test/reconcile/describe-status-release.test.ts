import {
  describeKeptStatuses,
  describeStatusRelease,
  toReleaseCommand,
} from "../../src/reconcile/describe-status-release";
import { QUEUE } from "./support/steps";

test.each([
  [["ci/build", "ci/test"], '"ci/build", "ci/test"'],
  [[], "empty"],
  [undefined, "empty"],
])("the release of the list %j names what is deleted", (names, list) => {
  expect(describeStatusRelease(names)).toContain(`the list that was set (${list}) will be deleted`);
});

describe("a list that is kept", () => {
  test("comes with the command that removes it, which a shell takes whole", () => {
    const quoted = { ...QUEUE, targetBranch: "it's" };
    const text = describeKeptStatuses(quoted, ["ci/build"], {});
    expect(text).toContain('the queue keeps its list ("ci/build")');
    expect(text.endsWith(`remove the list:\n  ${toReleaseCommand(quoted)}`)).toBe(true);
    expect(toReleaseCommand(quoted)).toContain(
      '"targetBranch":"it\\u0027s","deleteRequiredStatuses":true}\'',
    );
  });

  test("is removed by an empty list where that means inherited", () => {
    const text = describeKeptStatuses(QUEUE, ["ci/build"], { inheritsByEmptyList: true });
    expect(text.endsWith("apply required_statuses = [] once.")).toBe(true);
  });
});
