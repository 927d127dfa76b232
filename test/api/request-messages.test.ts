import { encodeRequest } from "../../src/api/encode-request";
import { isMergeQueueError, type MergeQueueError } from "../../src/queue/merge-queue-error";
import { OPERATIONS, type OperationName } from "../../src/wire/first/operations";
import { catchError } from "../support/catch-error";
import { QUEUE } from "./support/exchanges";

const EVENT = {
  id: "event-1",
  chainId: "event-0",
  createdAt: 5,
  finishedAt: 6,
  conclusion: "SUCCESS",
  sequence: { platform: "my_ci", kind: "job", key: "web/test", name: "test" },
};
const RANGE = "Must be a whole number from 0 to 4294967295.";
const EXACTLY_ONE =
  "pr: Must name the pull request by exactly one of number (0 to 4294967295) and branch (not empty).";

/** The error that refuses a request. */
function refuse(name: OperationName, request: unknown): MergeQueueError {
  const error = catchError(() => encodeRequest(OPERATIONS[name], request as object));
  if (!isMergeQueueError(error)) throw error;
  return error;
}

/** The error's text after its first sentence. */
function explain(name: OperationName, request: unknown): string {
  const error = refuse(name, request);
  expect(error).toMatchObject({ code: "invalid_request", details: { operation: name } });
  const opening = `The request for ${name} was not sent: it does not match the interface. `;
  expect(error.message.startsWith(opening)).toBe(true);
  return error.message.slice(opening.length);
}

describe("a request that is refused before it is sent", () => {
  test.each([
    ["submitPullRequest", { ...QUEUE, pr: { number: -1 } }, `pr.number: ${RANGE}`],
    [
      "submitPullRequest",
      { ...QUEUE, pr: { number: 7 }, priority: -1 },
      "priority: Must be a whole number from 0 to 4294967295, a string or null.",
    ],
    ["submitPullRequest", { ...QUEUE, pr: { number: 7 }, noBatch: "yes" }, "noBatch: Must be true or false."],
    ["submitPullRequest", { ...QUEUE, pr: 7 }, "pr: Must be an object."],
    ["submitPullRequest", QUEUE, "pr: Is missing."],
    ["getSubmittedPullRequest", { ...QUEUE, pr: { branch: "" } }, "pr.branch: Must not be empty."],
    ["getSubmittedPullRequest", { ...QUEUE, pr: { number: 7, branch: "x" } }, EXACTLY_ONE],
    ["listPullRequests", { ...QUEUE, take: 0 }, "take: Must be a whole number from 1 to 100."],
    [
      "listPullRequests",
      { ...QUEUE, since: "yesterday" },
      "since: Must be a date and time such as 2026-01-31T08:00:00Z.",
    ],
    [
      "listPullRequests",
      { ...QUEUE, cursor: "2" },
      "cursor: Must be the nextCursor of the previous page, a UUID.",
    ],
    [
      "listPullRequests",
      { ...QUEUE, state: "open" },
      'state: Must be one of "not_ready", "pending", "testing", "tests_passed", "merged", "failed", "cancelled", "pending_failure".',
    ],
    ["getMergeQueueTestingDetails", { ...QUEUE, testRunId: "" }, "testRunId: Must not be empty."],
    [
      "setImpactedTargets",
      { ...QUEUE, pr: { number: 7 }, impactedTargets: "all" },
      'impactedTargets: Must be "ALL" or a list of target names.',
    ],
    ["getMergeQueueMetrics", { repo: "acme/web" }, "Give both repo and repoHost, or neither."],
    [
      "updateQueue",
      { ...QUEUE, concurrency: 0 },
      "concurrency: Must be a whole number from 1 to 4294967295.",
    ],
    ["updateQueue", { ...QUEUE, requiredStatuses: "ci" }, "requiredStatuses: Must be a list."],
    ["updateQueue", { ...QUEUE, mode: "triple" }, 'mode: Must be one of "single", "parallel".'],
    ["getQueue", { ...QUEUE, a: 1, b: 2 }, 'The interface has no "a", "b" here.'],
    ["getQueue", { targetBranch: "main" }, "repo: Is missing."],
    ["getQueue", { ...QUEUE, repo: { host: "github.com", owner: "acme" } }, "repo.name: Is missing."],
    ["getQueue", null, "Must be an object."],
  ] as const)("%s of %j is refused with the reason", (name, request, message) => {
    expect(explain(name, request)).toBe(message);
  });

  test.each([
    [{ finishedAt: 4 }, "events.0.finishedAt: Must not lie before createdAt."],
    [{ createdAt: -1 }, "events.0.createdAt: Must be whole milliseconds since 1970, at least 0."],
    [
      { conclusion: "OK" },
      'events.0.conclusion: Must be one of "SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED".',
    ],
    [
      { sequence: { ...EVENT.sequence, platform: "My CI" } },
      "events.0.sequence.platform: Must be snake_case, such as my_ci.",
    ],
    [
      { sequence: { ...EVENT.sequence, key: "k".repeat(128) } },
      "events.0.sequence.key: Must have fewer than 128 characters.",
    ],
    [{ id: "" }, "events.0.id: Must not be empty."],
    [
      { payload: { metrics: [{ k: "a", v: "1" }], tags: [] } },
      "events.0.payload.metrics.0.v: Must be a number.",
    ],
  ])("trackEvents with %j is refused with the event and the field", (fields, message) => {
    expect(explain("trackEvents", { repo: QUEUE.repo, events: [{ ...EVENT, ...fields }] })).toBe(message);
  });

  test("F-33: events of more than 20 MiB are refused with their bytes and what to do", () => {
    const payload = { metrics: [], tags: [{ k: "log", v: "x".repeat(1_048_576) }] };
    const events = Array.from({ length: 20 }, () => ({ ...EVENT, payload }));
    const error = refuse("trackEvents", { repo: QUEUE.repo, events });
    const bytes = Buffer.byteLength(JSON.stringify({ repo: QUEUE.repo, events }));
    expect(error.message).toBe(
      `The request for trackEvents of repository "github.com/acme/web" was not sent: it has ${bytes} bytes, and ` +
        "the service takes at most 20971520 (20 MiB). Upload the events in several parts.",
    );
    expect(error.details).toEqual({ operation: "trackEvents" });
  });

  test("F-33: impacted targets of more than 20 MiB are refused, and ALL is the way out", () => {
    const impactedTargets = ["x".repeat(21_000_000)];
    const error = refuse("setImpactedTargets", { ...QUEUE, pr: { number: 7 }, impactedTargets });
    expect(error.message).toMatch(
      /queue "github.com\/acme\/web\/main" \(pull request 7\) was not sent: it has \d+ bytes.*Send "ALL"/,
    );
  });
});

describe("a request with GET", () => {
  test("is a query, escaped as URLs are, and has no body", () => {
    expect(encodeRequest(OPERATIONS.getMergeQueueMetrics, {})).toEqual({
      path: "/getMergeQueueMetrics",
      query: "",
    });
    expect(encodeRequest(OPERATIONS.getMergeQueueMetrics, { repo: undefined, repoHost: undefined })).toEqual({
      path: "/getMergeQueueMetrics",
      query: "",
    });
    const request = { repo: "a+b&c=d/wéb#?%", repoHost: "git.example.com:8443" };
    const { query } = encodeRequest(OPERATIONS.getMergeQueueMetrics, request);
    expect(query).toBe("?repo=a%2Bb%26c%3Dd%2Fw%C3%A9b%23%3F%25&repoHost=git.example.com%3A8443");
    expect(Object.fromEntries(new URL(`https://merge.example.com/${query}`).searchParams)).toEqual(request);
  });
});
