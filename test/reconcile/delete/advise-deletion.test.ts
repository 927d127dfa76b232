import { adviseDeletion } from "../../../src/reconcile/delete/advise-deletion";
import { QUEUE, QUEUE_ID } from "../support/steps";

test("F-22: a plan says that a queue whose pull requests the service does not show will not be deleted", () => {
  const advice = adviseDeletion(QUEUE, { pullRequests: undefined, settings: {} }, undefined);
  expect(advice?.summary).toBe(`Queue to be deleted does not show its pull requests: ${QUEUE_ID}`);
  expect(advice?.detail).toContain("Deleting it will be refused");
});

test.each([["running"], ["draining"]])(
  "F-22: the plan says that what waits does not start while a %s queue is drained",
  (state) => {
    const advise = (pullRequestState: string) => {
      const pullRequests = [{ prNumber: 7, state: pullRequestState }];
      return adviseDeletion(QUEUE, { pullRequests, settings: { state } }, { actor: "Terraform", wait: "60m" })
        ?.detail;
    };
    expect(advise("pending")).toContain("Those that are pending or not_ready do not start while it drains");
    expect(advise("testing")).not.toContain("do not start");
  },
);
