import { adviseDeletion } from "../../src/reconcile/advise-deletion";
import { createNotEmptyError } from "../../src/reconcile/delete/delete-queue";
import { QUEUE, QUEUE_ID } from "./support/steps";

const DRAIN = { actor: "Terraform", wait: "60m" };

function advise(shown: Partial<Parameters<typeof adviseDeletion>[1]>, drain?: typeof DRAIN) {
  return adviseDeletion(QUEUE, { pullRequests: [], settings: {}, ...shown }, drain);
}

test("F-22: a plan says that a queue whose pull requests the service does not show will not be deleted", () => {
  const advice = advise({ pullRequests: undefined });
  expect(advice?.summary).toBe(`Queue to be deleted does not show its pull requests: ${QUEUE_ID}`);
  expect(advice?.detail).toContain("The deletion is refused until the service shows them.");
});

test.each([
  ["running", /^(?!.*(paused now|already draining))/s],
  ["paused", /It is paused now; once it drains, tested pull requests merge/],
  ["draining", /It is already draining.*it is kept/],
])("F-22: the plan says what draining means for a queue that is %s", (state, text) => {
  const pullRequests = [{ prNumber: 7, state: "testing" }];
  expect(advise({ pullRequests, settings: { state } }, DRAIN)?.detail).toMatch(text);
});

test.each(["running", "draining"])(
  "F-22: the plan says that what waits does not start while a %s queue is drained",
  (state) => {
    const tell = (word: string) =>
      advise({ pullRequests: [{ prNumber: 7, state: word }], settings: { state } }, DRAIN)?.detail;
    expect(tell("pending")).toContain("Pending pull requests do not start while the queue drains");
    expect(tell("testing")).not.toContain("do not start");
  },
);

test("F-22: for pull requests that are not ready, also in a refused delete, cancelling comes first", () => {
  const notReady = Array.from({ length: 12 }, (_, index) => ({ prNumber: index + 1, state: "not_ready" }));
  const settings = { state: "running" };
  const tell = (pullRequests: typeof notReady) => [
    advise({ pullRequests, settings })?.detail,
    advise({ pullRequests, settings }, DRAIN)?.detail,
    createNotEmptyError(QUEUE, { pullRequests, settings: {} })?.message,
  ];
  for (const text of tell(notReady)) {
    expect(text).toContain("Not ready: #1, #2, #3, #4, #5, #6, #7, #8, #9, #10 and 2 more.");
    expect(text).toContain(`so cancel them first: mergequeue pr cancel "${QUEUE_ID}" NUMBER`);
    expect(text).not.toMatch(/Let them merge|let the queue run/);
  }
  for (const text of tell(notReady.slice(0, 1))) expect(text).toContain("Not ready: #1. They");
  for (const text of tell([{ prNumber: 7, state: "pending" }])) expect(text).not.toContain("Not ready");
});

test("F-47: a plan says that what is not ready could not be listed, whether or not other pull requests are in the queue", () => {
  const unlisted = /not ready could not be listed\. The service: forbidden\. The deletion is refused until/;
  const notReadyProblem = "The service: forbidden.";
  const empty = advise({ notReadyProblem });
  expect(empty?.summary).toBe(`Queue to be deleted may not be empty: ${QUEUE_ID}`);
  expect(empty?.detail).toMatch(unlisted);
  const busy = advise({ pullRequests: [{ prNumber: 7 }], notReadyProblem });
  expect(busy?.summary).toBe(`Queue to be deleted has pull requests in it: ${QUEUE_ID}`);
  expect(busy?.detail).toMatch(unlisted);
});
