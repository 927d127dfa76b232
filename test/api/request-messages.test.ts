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
const NUMBER = "Must be a whole number from 0 to 4294967295";
const EXACTLY_ONE = "exactly one of number (0 to 4294967295) and branch (not empty)";
const PR = { ...QUEUE, pr: { number: 7 } };
const STATES =
  '"not_ready", "pending", "testing", "tests_passed", "merged", "failed", "cancelled", "pending_failure"';
const TIME = "2026-01-31T08:00:00Z";
const PAGE = "previous page, a UUID";
const TARGETS = '"ALL" or a list of target names';
const CONCLUSIONS = '"SUCCESS", "FAILURE", "CANCELLED", "TIMED_OUT", "SKIPPED"';
const UNNAMED = { ...QUEUE, repo: { host: "github.com", owner: "acme" } };

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
    ["submitPullRequest", { ...QUEUE, pr: { number: -1 } }, `pr.number: ${NUMBER}.`],
    ["submitPullRequest", { ...PR, priority: -1 }, `priority: ${NUMBER}, a string or null.`],
    ["submitPullRequest", { ...PR, noBatch: "yes" }, "noBatch: Must be true or false."],
    ["submitPullRequest", { ...QUEUE, pr: 7 }, "pr: Must be an object."],
    ["submitPullRequest", QUEUE, "pr: Is missing."],
    ["getSubmittedPullRequest", { ...QUEUE, pr: { branch: "" } }, "pr.branch: Must not be empty."],
    [
      "getSubmittedPullRequest",
      { ...QUEUE, pr: { number: 7, branch: "x" } },
      `pr: Must name the pull request by ${EXACTLY_ONE}.`,
    ],
    ["listPullRequests", { ...QUEUE, take: 0 }, "take: Must be a whole number from 1 to 100."],
    ["listPullRequests", { ...QUEUE, since: "x" }, `since: Must be a date and time such as ${TIME}.`],
    ["listPullRequests", { ...QUEUE, cursor: "2" }, `cursor: Must be the nextCursor of the ${PAGE}.`],
    ["listPullRequests", { ...QUEUE, state: "open" }, `state: Must be one of ${STATES}.`],
    ["getMergeQueueTestingDetails", { ...QUEUE, testRunId: "" }, "testRunId: Must not be empty."],
    ["setImpactedTargets", { ...PR, impactedTargets: "all" }, `impactedTargets: Must be ${TARGETS}.`],
    ["getMergeQueueMetrics", { repo: "acme/web" }, "Give both repo and repoHost, or neither."],
    ["updateQueue", { ...QUEUE, concurrency: 0 }, `concurrency: ${NUMBER.replace("0", "1")}.`],
    ["updateQueue", { ...QUEUE, requiredStatuses: "ci" }, "requiredStatuses: Must be a list."],
    ["updateQueue", { ...QUEUE, mode: "triple" }, 'mode: Must be one of "single", "parallel".'],
    ["getQueue", { ...QUEUE, a: 1, b: 2 }, 'The interface has no field "a", "b" here.'],
    ["getQueue", { targetBranch: "main" }, "repo: Is missing."],
    ["getQueue", UNNAMED, "repo.name: Is missing."],
    ["getQueue", null, "Must be an object."],
  ] as const)("%s of %j is refused with the reason", (name, request, message) => {
    expect(explain(name, request)).toBe(message);
  });

  const LONG = { ...EVENT.sequence, key: "k".repeat(128) };
  const TEXT = { metrics: [{ k: "a", v: "1" }], tags: [] };
  test.each([
    [{ finishedAt: 4 }, "finishedAt: Must not be before createdAt."],
    [{ createdAt: -1 }, "createdAt: Must be whole milliseconds since 1970, at least 0."],
    [{ conclusion: "OK" }, `conclusion: Must be one of ${CONCLUSIONS}.`],
    [
      { sequence: { ...EVENT.sequence, platform: "My CI" } },
      "sequence.platform: Must be snake_case, such as my_ci.",
    ],
    [{ sequence: LONG }, "sequence.key: Must have fewer than 128 characters."],
    [{ id: "" }, "id: Must not be empty."],
    [{ payload: TEXT }, "payload.metrics.0.v: Must be a number."],
  ])("trackEvents with %j is refused with the event and the field", (fields, message) => {
    const request = { repo: QUEUE.repo, events: [{ ...EVENT, ...fields }] };
    expect(explain("trackEvents", request)).toBe(`events.0.${message}`);
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
    const error = refuse("setImpactedTargets", { ...PR, impactedTargets });
    expect(error.message).toMatch(
      /queue "github.com\/acme\/web\/main" \(pull request 7\) was not sent: it has \d+ bytes.*Send "ALL"/,
    );
  });
});

describe("a request with GET", () => {
  test("is a query, escaped as URLs are, and has no body", () => {
    for (const empty of [{}, { repo: undefined, repoHost: undefined }]) {
      const encoded = encodeRequest(OPERATIONS.getMergeQueueMetrics, empty);
      expect(encoded).toEqual({ path: "/getMergeQueueMetrics", query: "" });
    }
    const request = { repo: "a+b&c=d/wéb#?%", repoHost: "git.example.com:8443" };
    const { query } = encodeRequest(OPERATIONS.getMergeQueueMetrics, request);
    expect(query).toBe("?repo=a%2Bb%26c%3Dd%2Fw%C3%A9b%23%3F%25&repoHost=git.example.com%3A8443");
    expect(Object.fromEntries(new URL(`https://merge.example.com/${query}`).searchParams)).toEqual(request);
  });
});
