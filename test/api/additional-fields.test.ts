import { toWireShape } from "../../src/api/additional-fields";
import { OPERATIONS } from "../../src/api/operations";

test("a response gets back the shape in which the service sent it, at every level", () => {
  const sent = {
    prNumber: 7,
    testRunId: "r1",
    readiness: { doesBaseBranchMatch: true, queuePosition: { of: 3, additionalFields: 4 } },
    additionalFields: { 1: 2 },
  };
  const read = OPERATIONS.getSubmittedPullRequest.responseSchema.parse(sent);
  expect(read.additionalFields).toEqual({ testRunId: "r1", additionalFields: { 1: 2 } });
  expect(toWireShape(read)).toEqual(sent);
  expect(toWireShape([read, 1, null])).toEqual([sent, 1, null]);
});

test("S-12: a field named __proto__ remains a field", () => {
  const sent: unknown = JSON.parse('{"prNumber":7,"__proto__":{"polluted":1}}');
  const shape = toWireShape(OPERATIONS.getSubmittedPullRequest.responseSchema.parse(sent));
  expect(JSON.stringify(shape)).toBe('{"prNumber":7,"__proto__":{"polluted":1}}');
  expect(shape).not.toHaveProperty("polluted");
});
