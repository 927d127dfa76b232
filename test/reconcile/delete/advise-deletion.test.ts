import { adviseDeletion } from "../../../src/reconcile/delete/advise-deletion";
import { QUEUE, QUEUE_ID } from "../support/steps";

test("F-22: a plan says that a queue whose pull requests the service does not show will not be deleted", () => {
  const advice = adviseDeletion(QUEUE, { pullRequests: undefined, settings: {} }, undefined);
  expect(advice?.summary).toBe(`Queue to be deleted does not show its pull requests: ${QUEUE_ID}`);
  expect(advice?.detail).toContain("Deleting it will be refused");
});
