import type { GetQueueResponse } from "../../../src/api/operations/get-queue";
import type { SubmittedPullRequest } from "../../../src/api/pull-request";
import {
  describePlace,
  explainPullRequest,
  isReadinessDecisive,
  type PullRequestSurroundings,
} from "../../../src/cli/print/explain-pull-request";
import type { QueueRecord } from "../../../src/queue/settings";

/** A queue with pull requests 1, 2, … in these states. */
function queueOf(states: readonly string[], settings: QueueRecord = {}): GetQueueResponse {
  const enqueuedPullRequests = states.map((state, index) => ({ prNumber: index + 1, state }));
  return { state: "running", ...settings, enqueuedPullRequests };
}

function explain(state: string, prNumber: number, around: PullRequestSurroundings = {}): string | undefined {
  return explainPullRequest({ prNumber, state }, around);
}

describe("explainPullRequest", () => {
  test.each([
    ["the status", { failedStatus: "ci/test" }, "the required status ci/test failed"],
    ["the timeout", { isTimedOut: true }, "its tests took longer than the queue allows"],
    ["nothing where the service tells nothing", {}, undefined],
    ["nothing where there is no run", undefined, undefined],
  ])("of one that failed it names %s", (_what, additionalFields, expected) => {
    const run = additionalFields && { status: "failed", additionalFields };
    expect(explain("failed", 1, { run })).toBe(expected);
    expect(explain("pending_failure", 1, { run })).toBe(expected);
  });

  test.each([
    ["what waits ahead of it", ["testing", "pending", "pending"], {}, "waits for its turn behind #2"],
    ["that it is next", ["testing", "testing", "pending"], {}, "is next, while #1, #2 are tested"],
    ["what is tested", ["merged", "testing", "pending"], {}, "is next, while #2 is tested"],
    ["that nothing is ahead", ["tests_passed", "merged", "pending"], {}, "is next"],
    [
      "the batch",
      ["merged", "merged", "pending"],
      { batch: true },
      "is next, and waits until the batch is full or its maximum wait is over",
    ],
    ["a pause", ["pending", "pending", "pending"], { state: "paused" }, "the queue is paused"],
    [
      "draining",
      ["testing", "pending", "pending"],
      { state: "draining" },
      "the queue is draining, and starts nothing new",
    ],
    [
      "a change of mode",
      ["testing", "pending", "pending"],
      { state: "switching_modes" },
      "the queue is switching modes",
    ],
  ])("of one that waits it names %s", (_what, states, settings, expected) => {
    expect(explain("pending", 3, { queue: queueOf(states, settings as QueueRecord) })).toBe(expected);
  });

  test("of many ahead it names five", () => {
    const states = Array.from({ length: 9 }, () => "pending");
    expect(explain("pending", 9, { queue: queueOf(states) })).toBe(
      "waits for its turn behind #1, #2, #3, #4, #5 and 3 more",
    );
  });

  test.each([
    ["what the run waits on", { waitingOn: [{ prNumber: 1 }] }, {}, "has passed, and merges after #1"],
    ["that nothing is left to wait for", { waitingOn: [] }, {}, "has passed, and merges next"],
    [
      "what is ahead in the queue, where the run does not tell",
      undefined,
      {},
      "has passed, and merges after #1, #2",
    ],
    [
      "a pause",
      undefined,
      { state: "paused" },
      "has passed, and merges when the queue runs again: it is paused",
    ],
  ])("of one that has passed it names %s", (_what, additionalFields, settings, expected) => {
    const run = additionalFields && { additionalFields };
    const queue = queueOf(["testing", "testing", "tests_passed"], settings);
    expect(explain("tests_passed", 3, { queue, run })).toBe(expected);
  });

  test("of one that is not ready it names the obstacles", () => {
    const pullRequest: SubmittedPullRequest = {
      prNumber: 1,
      state: "not_ready",
      readiness: {
        requiresImpactedTargets: true,
        hasImpactedTargets: false,
        hostMergeability: "not_mergeable",
      },
    };
    expect(explainPullRequest(pullRequest, {})).toBe(
      "it cannot be merged, for example because of a conflict; its impacted targets have not been reported",
    );
    expect(explainPullRequest({ prNumber: 1, state: "not_ready" }, {})).toBeUndefined();
  });

  test.each(["testing", "merged", "cancelled", "quantum"])(
    "does not explain a pull request that is %s",
    (state) => {
      expect(explain(state, 1, { queue: queueOf([state]) })).toBeUndefined();
    },
  );

  test("does not mention pull requests ahead if the queue is unknown", () => {
    expect(explain("pending", 1)).toBeUndefined();
    expect(explain("tests_passed", 1)).toBeUndefined();
    const queue = { ...queueOf([]), enqueuedPullRequests: undefined };
    expect(explain("pending", 1, { queue })).toBeUndefined();
    expect(explain("tests_passed", 1, { queue })).toBeUndefined();
    expect(describePlace({ prNumber: 1 }, queue)).toBeUndefined();
  });
});

test("describePlace counts those that are ready and wait, not those in testing or not ready", () => {
  const queue = queueOf(["testing", "pending", "not_ready", "pending"]);
  const places = [1, 2, 3, 4, 9].map((prNumber) => describePlace({ prNumber }, queue));
  expect(places).toEqual([undefined, "1 of 2", undefined, "2 of 2", undefined]);
});

test.each([
  ["not_ready", "paused", true],
  ["pending", "running", true],
  ["pending", undefined, true],
  ["pending", "paused", false],
  ["pending", "draining", false],
  ["pending", "switching_modes", false],
  ["testing", "running", false],
  ["tests_passed", "running", false],
  ["merged", undefined, false],
  ["failed", undefined, false],
  [undefined, "running", true],
  ["quantum", "running", true],
])(
  "of one that is %s in a queue that is %s, readiness decides whether it starts: %s",
  (state, queueState, expected) => {
    const queue: GetQueueResponse | undefined = queueState === undefined ? undefined : { state: queueState };
    expect(isReadinessDecisive({ prNumber: 1, state }, { queue })).toBe(expected);
  },
);
