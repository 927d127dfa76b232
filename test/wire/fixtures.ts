/**
 * Requests and responses, written by hand from the interface's tables. Tests compare them with what the
 * client really sends.
 */

import { ALL_SETTINGS, INTERFACE_SETTINGS } from "../support/all-settings";

const REPO = { host: "github.com", owner: "acme", name: "web" };
const QUEUE = { repo: REPO, targetBranch: "main" };
const PULL_REQUEST = { ...QUEUE, pr: { number: 7 } };
const LARGEST = 4294967295;

const EVENT = {
  id: "event-1",
  chainId: "event-0",
  parent: { eventId: "event-0", sequenceKey: "web" },
  createdAt: 1700000000000,
  finishedAt: 1700000060000,
  conclusion: "TIMED_OUT",
  payload: {
    metrics: [{ k: "cpu_seconds", v: 0.5 }],
    tags: [
      { k: "os", v: "linux" },
      { k: "shard", v: 3 },
    ],
  },
  sequence: {
    platform: "my_ci",
    kind: "workflow",
    key: "web/test",
    name: "Test",
    payload: { tags: [{ k: "team", v: "web" }] },
  },
};

/** Interface, section Endpoints: by path, the requests, which are also the bodies. */
export const BODIES: Readonly<Record<string, readonly object[]>> = {
  createQueue: [QUEUE, { repo: REPO, targetBranch: "release/1.x", mode: "parallel", concurrency: LARGEST }],
  getQueue: [QUEUE, { repo: REPO, targetBranch: 'feature/"日本"\\$(touch${x})' }],
  updateQueue: [
    QUEUE,
    { ...QUEUE, ...ALL_SETTINGS },
    { ...QUEUE, requiredStatuses: [] },
    { ...QUEUE, deleteRequiredStatuses: true },
  ],
  deleteQueue: [QUEUE],
  submitPullRequest: [
    { ...QUEUE, pr: { number: 0 } },
    { ...QUEUE, pr: { number: LARGEST }, priority: 10, noBatch: true },
    { ...PULL_REQUEST, priority: "high", noBatch: false },
    { ...PULL_REQUEST, priority: null },
  ],
  cancelPullRequest: [PULL_REQUEST],
  restartTestsOnPullRequest: [{ ...QUEUE, pr: { number: LARGEST } }],
  getSubmittedPullRequest: [PULL_REQUEST, { ...QUEUE, pr: { branch: 'ada/fix "it"' } }],
  getSubmittedPullRequests: [
    { ...QUEUE, prs: [{ number: 0 }] },
    { ...QUEUE, prs: [{ number: 7 }, { number: LARGEST }], includeTimeline: true },
  ],
  listMergeQueueTestingResults: [
    { ...QUEUE, since: "2026-01-31T08:00:00Z" },
    { ...QUEUE, since: "2026-01-31T08:00:00Z", until: "2026-02-01T00:00:00Z", offset: 100, take: 100 },
  ],
  listPullRequests: [
    QUEUE,
    {
      ...QUEUE,
      state: "pending_failure",
      since: "2026-01-31T08:00:00+01:00",
      until: "2026-02-28T08:00:00+01:00",
      cursor: "123E4567-e89b-12d3-a456-426614174000",
      take: 100,
    },
  ],
  getMergeQueueTestingDetails: [{ ...QUEUE, testRunId: "run/1" }],
  setImpactedTargets: [
    { ...QUEUE, pr: { number: 7, sha: "0123abc" }, impactedTargets: ["//web:app", "//lib/..."] },
    { ...PULL_REQUEST, impactedTargets: "ALL" },
  ],
  "metrics/trackEvents": [
    { repo: REPO, events: [] },
    { repo: REPO, events: [EVENT] },
  ],
};

/** Interface, `GET /getMergeQueueMetrics`: requests and their queries. */
export const QUERIES: readonly (readonly [object, string])[] = [
  [{}, ""],
  [{ repo: "acme/web", repoHost: "github.com" }, "?repo=acme%2Fweb&repoHost=github.com"],
  [
    { repo: "a&b=c/d+e#f?g%h日", repoHost: "git.example.com:8443" },
    "?repo=a%26b%3Dc%2Fd%2Be%23f%3Fg%25h%E6%97%A5&repoHost=git.example.com%3A8443",
  ],
];

const SUBMITTED = {
  id: "c0ffee",
  state: "pending",
  stateChangedAt: "2026-11-21T12:00:00.000Z",
  priorityValue: 100,
  priorityName: "medium",
  usedDefaultPriorityName: "medium",
  skipTheLine: false,
  prNumber: 7,
  prTitle: "Use the queue",
  prSha: "0123456789abcdef0123456789abcdef01234567",
  prBaseBranch: "main",
  prAuthor: "ada",
};
const QUEUED = { ...SUBMITTED, state: "testing", noBatch: false };

function toText(response: object): string {
  return JSON.stringify(response, undefined, 2);
}

/** Interface, section "Queue": a response of `/getQueue` and one pull request, each with every field. */
export const QUEUE_RESPONSE = toText({
  branch: "main",
  ...INTERFACE_SETTINGS,
  enqueuedPullRequests: [QUEUED],
});

/** Interface, sections "Pull request in the queue" and "Readiness object": a response with every field. */
export const SUBMITTED_PULL_REQUEST_RESPONSE = toText({
  ...SUBMITTED,
  forceEnqueued: false,
  isCurrentlySubmittedToQueue: true,
  readiness: {
    hasImpactedTargets: false,
    requiresImpactedTargets: true,
    doesBaseBranchMatch: true,
    hostMergeability: "in_progress",
  },
});

/** Interface, "POST /listPullRequests": a page with an item with every field, and a cursor. */
export const PULL_REQUESTS_RESPONSE = toText({
  pullRequests: [QUEUED],
  nextCursor: "123e4567-e89b-12d3-a456-426614174000",
});

/** As published for live services: several pull requests, and the tests that ended, with every field. */
export const SUBMITTED_PULL_REQUESTS_RESPONSE = toText({ pullRequests: [SUBMITTED], notFound: [8, 9] });
export const TESTING_RESULTS_RESPONSE = toText({
  testingResults: [
    {
      prNumber: 7,
      endedAt: "2026-11-21T12:00:00.000Z",
      testingDurationMs: 754000,
      outcome: "failed",
      cycleConclusion: "merged",
      bisection: "entered_bisection",
      testRunId: "run-1",
    },
  ],
  totalItems: 12,
});

/** Interface, section "Test run": a response with every field. */
export const TEST_RUN_RESPONSE = `{
  "requiredStatuses": ["ci/build", "ci/test"],
  "requiredStatusesSource": "repo_provider_branch_protection",
  "testBranch": "queue/main/run-1",
  "testBranchSha": "0123456789abcdef0123456789abcdef01234567",
  "createdAt": "2026-11-21T12:00:00.000Z",
  "status": "in_progress",
  "checkSuites": [{ "checkRuns": [{ "name": "ci/build" }, { "name": "ci/test", "conclusion": "success" }] }]
}`;

/** Metrics as the Prometheus text format 0.0.4 writes them. */
export const METRICS_RESPONSE = `# HELP queue_depth Pull requests in the queue.
# TYPE queue_depth gauge
queue_depth{repo="acme/web",branch="main"} 3
`;
