import { findNoWayBack } from "../../src/queue/no-way-back";

describe("findNoWayBack", () => {
  test("a setting that leaves 0 may not come back; no other change says so", () => {
    const before = { pendingFailureDepth: 0, testingTimeoutMinutes: 0, concurrency: 0, batchingMinSize: 4 };
    const after = { pendingFailureDepth: 2, testingTimeoutMinutes: 0, concurrency: 2, batchingMinSize: 5 };
    const why =
      "A service may refuse 0, as the published interface does: on such a service there is no way back to 0, only to 1.";
    const losses = findNoWayBack(before, after, (name) => `<${name}>`);
    expect(losses.map(({ name, message }) => [name, message])).toEqual([
      ["concurrency", `<concurrency> changes from 0 to 2. ${why}`],
      ["pendingFailureDepth", `<pendingFailureDepth> changes from 0 to 2. ${why}`],
    ]);
    expect(findNoWayBack({}, after, String)).toEqual([]);
    expect(findNoWayBack(before, {}, String)).toEqual([]);
  });
});
