import { adviseDeletion } from "../../src/reconcile/advise-deletion";
import { createNotEmptyError } from "../../src/reconcile/delete/delete-queue";
import { QUEUE, QUEUE_ID } from "./support/steps";

test("F-22: a plan says that a queue whose pull requests the service does not show will not be deleted", () => {
  const advice = adviseDeletion(QUEUE, { pullRequests: undefined, settings: {} }, undefined);
  expect(advice?.summary).toBe(`Queue to be deleted does not show its pull requests: ${QUEUE_ID}`);
  expect(advice?.detail).toContain("The deletion is refused until the service shows them.");
});

test.each([
  ["running", /^(?!.*(paused now|already draining))/s],
  ["paused", /It is paused now; draining resumes its pull requests/],
  ["draining", /It is already draining.*it is kept/],
])("F-22: the plan says what draining means for a queue that is %s", (state, text) => {
  const pullRequests = [{ prNumber: 7, state: "testing" }];
  const drain = { actor: "Terraform", wait: "60m" };
  expect(adviseDeletion(QUEUE, { pullRequests, settings: { state } }, drain)?.detail).toMatch(text);
});

test.each([["running"], ["draining"]])(
  "F-22: the plan says that what waits does not start while a %s queue is drained",
  (state) => {
    const advise = (pullRequestState: string) => {
      const pullRequests = [{ prNumber: 7, state: pullRequestState }];
      return adviseDeletion(QUEUE, { pullRequests, settings: { state } }, { actor: "Terraform", wait: "60m" })
        ?.detail;
    };
    expect(advise("pending")).toContain("Pending ones do not start while it drains");
    expect(advise("testing")).not.toContain("do not start");
  },
);

test("F-22: for pull requests that are not ready, also in a refused delete, cancelling comes first", () => {
  const pullRequests = Array.from({ length: 12 }, (_, index) => ({
    prNumber: index + 1,
    state: "not_ready",
  }));
  const advise = (shown: typeof pullRequests) => [
    adviseDeletion(QUEUE, { pullRequests: shown, settings: { state: "running" } }, undefined)?.detail,
    adviseDeletion(
      QUEUE,
      { pullRequests: shown, settings: { state: "running" } },
      { actor: "Terraform", wait: "60m" },
    )?.detail,
    createNotEmptyError(QUEUE, { pullRequests: shown, settings: {} })?.message,
  ];
  for (const text of advise(pullRequests)) {
    expect(text).toContain("Not ready: #1, #2, #3, #4, #5, #6, #7, #8, #9, #10 and 2 more.");
    expect(text).toContain(`so cancel them first: mergequeue pr cancel "${QUEUE_ID}" NUMBER`);
    expect(text).not.toMatch(/Let them merge|let the queue run/);
  }
  for (const text of advise(pullRequests.slice(0, 1))) expect(text).toContain("Not ready: #1. They");
  for (const text of advise([{ prNumber: 7, state: "pending" }])) expect(text).not.toContain("Not ready");
});

test("F-47: a plan says that what is not ready could not be listed, whether or not other pull requests are in the queue", () => {
  const advise = (pullRequests: readonly { prNumber: number }[]) =>
    adviseDeletion(
      QUEUE,
      { pullRequests, settings: {}, notReadyProblem: "The service: forbidden." },
      undefined,
    );
  const unlisted = /not ready could not be listed\. The service: forbidden\. The deletion is refused until/;
  expect(advise([])?.summary).toBe(`Queue to be deleted may not be empty: ${QUEUE_ID}`);
  expect(advise([])?.detail).toMatch(unlisted);
  expect(advise([{ prNumber: 7 }])?.summary).toBe(`Queue to be deleted has pull requests in it: ${QUEUE_ID}`);
  expect(advise([{ prNumber: 7 }])?.detail).toMatch(unlisted);
});
