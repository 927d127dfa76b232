import { toExitStatus } from "../../src/cli/command-session";
import { ERROR_CODES, MergeQueueError } from "../../src/queue/merge-queue-error";

describe("toExitStatus", () => {
  test.each(ERROR_CODES.filter((code) => code !== "interrupted"))("L-1: %s is 1", (code) => {
    expect(toExitStatus(new MergeQueueError(code, "what happened"))).toBe(1);
  });

  test("L-1: interrupted is 130", () => {
    expect(toExitStatus(new MergeQueueError("interrupted", "what happened"))).toBe(130);
  });

  test.each([new TypeError("a fault of ours"), "a string", undefined])("any other error is 1", (thrown) => {
    expect(toExitStatus(thrown)).toBe(1);
  });
});
