/**
 * Requests and answers written out by hand from the interface's tables. No code of ours makes or shapes them:
 * what the client really sends is compared with what stands here.
 */

/** One request as it must be on the wire. */
export interface RequestFixture {
  readonly title: string;
  readonly operation: string;
  /** What the caller asks for, in the client's own terms. */
  readonly request: unknown;
  /** Path behind the host. */
  readonly path: string;
  /** The JSON text that the service must find in the body, up to white space and the order of fields. */
  readonly body: string;
}

const REPO = { host: "github.com", owner: "acme", name: "web" };

/** Interface, section Endpoints: one or more requests of every operation. */
export const REQUESTS: readonly RequestFixture[] = [
  {
    title: "createQueue with the identity alone",
    operation: "createQueue",
    request: { repo: REPO, targetBranch: "main" },
    path: "/api/v1/createQueue",
    body: '{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main"}',
  },
  {
    title: "createQueue with all that it takes",
    operation: "createQueue",
    request: { repo: REPO, targetBranch: "release/1.x", mode: "parallel", concurrency: 4294967295 },
    path: "/api/v1/createQueue",
    body: `{"repo": {"host": "github.com", "owner": "acme", "name": "web"}, "targetBranch": "release/1.x",
            "mode": "parallel", "concurrency": 4294967295}`,
  },
  {
    title: "getQueue",
    operation: "getQueue",
    request: { repo: REPO, targetBranch: "main" },
    path: "/api/v1/getQueue",
    body: '{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main"}',
  },
  {
    title: "getQueue of a branch that needs escaping",
    operation: "getQueue",
    request: { repo: REPO, targetBranch: 'feature/"日本"\\$(touch${x})' },
    path: "/api/v1/getQueue",
    body: String.raw`{"repo":{"host":"github.com","owner":"acme","name":"web"},
            "targetBranch":"feature/\"\u65e5\u672c\"\\$(touch${"$"}{x})"}`,
  },
  {
    title: "updateQueue without a change",
    operation: "updateQueue",
    request: { repo: REPO, targetBranch: "main" },
    path: "/api/v1/updateQueue",
    body: '{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main"}',
  },
  {
    title: "updateQueue with all 18 settings",
    operation: "updateQueue",
    request: {
      repo: REPO,
      targetBranch: "main",
      state: "draining",
      concurrency: 1,
      bisectionConcurrency: 2,
      testingTimeoutMinutes: 3,
      pendingFailureDepth: 4,
      canOptimisticallyMerge: true,
      batch: false,
      batchingMaxWaitTimeMinutes: 5,
      batchingMinSize: 6,
      mode: "single",
      commentsEnabled: true,
      commandsEnabled: false,
      createPrsForTestingBranches: true,
      directMergeMode: "always",
      optimizationMode: "bisection_skip_redundant_tests",
      mergeMethod: "merge_commit",
      statusCheckEnabled: false,
      requiredStatuses: ["ci/build", "ci/test"],
    },
    path: "/api/v1/updateQueue",
    body: `{
      "repo": { "host": "github.com", "owner": "acme", "name": "web" },
      "targetBranch": "main",
      "state": "draining",
      "concurrency": 1,
      "bisectionConcurrency": 2,
      "testingTimeoutMinutes": 3,
      "pendingFailureDepth": 4,
      "canOptimisticallyMerge": true,
      "batch": false,
      "batchingMaxWaitTimeMinutes": 5,
      "batchingMinSize": 6,
      "mode": "single",
      "commentsEnabled": true,
      "commandsEnabled": false,
      "createPrsForTestingBranches": true,
      "directMergeMode": "always",
      "optimizationMode": "bisection_skip_redundant_tests",
      "mergeMethod": "merge_commit",
      "statusCheckEnabled": false,
      "requiredStatuses": ["ci/build", "ci/test"]
    }`,
  },
  {
    title: "updateQueue that requires no status",
    operation: "updateQueue",
    request: { repo: REPO, targetBranch: "main", requiredStatuses: [] },
    path: "/api/v1/updateQueue",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "requiredStatuses":[]}`,
  },
  {
    title: "updateQueue that gives the statuses back",
    operation: "updateQueue",
    request: { repo: REPO, targetBranch: "main", deleteRequiredStatuses: true },
    path: "/api/v1/updateQueue",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "deleteRequiredStatuses":true}`,
  },
  {
    title: "deleteQueue",
    operation: "deleteQueue",
    request: { repo: REPO, targetBranch: "main" },
    path: "/api/v1/deleteQueue",
    body: '{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main"}',
  },
  {
    title: "submitPullRequest with what is required",
    operation: "submitPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { number: 0 } },
    path: "/api/v1/submitPullRequest",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main","pr":{"number":0}}`,
  },
  {
    title: "submitPullRequest with a priority as a number",
    operation: "submitPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { number: 4294967295 }, priority: 10, noBatch: true },
    path: "/api/v1/submitPullRequest",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "pr":{"number":4294967295},"priority":10,"noBatch":true}`,
  },
  {
    title: "submitPullRequest with a priority as a word",
    operation: "submitPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { number: 7 }, priority: "high", noBatch: false },
    path: "/api/v1/submitPullRequest",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "pr":{"number":7},"priority":"high","noBatch":false}`,
  },
  {
    title: "submitPullRequest with a priority of null",
    operation: "submitPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { number: 7 }, priority: null },
    path: "/api/v1/submitPullRequest",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "pr":{"number":7},"priority":null}`,
  },
  {
    title: "cancelPullRequest",
    operation: "cancelPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { number: 7 } },
    path: "/api/v1/cancelPullRequest",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main","pr":{"number":7}}`,
  },
];

/** Interface, section "Queue": an answer of `/getQueue` with every field, and one pull request with every field. */
export const QUEUE_ANSWER = `{
  "state": "running",
  "branch": "main",
  "concurrency": 3,
  "testingTimeoutMinutes": 60,
  "mode": "parallel",
  "canOptimisticallyMerge": false,
  "pendingFailureDepth": 0,
  "batch": true,
  "batchingMaxWaitTimeMinutes": 10,
  "batchingMinSize": 2,
  "createPrsForTestingBranches": true,
  "commentsEnabled": true,
  "commandsEnabled": false,
  "statusCheckEnabled": true,
  "bisectionConcurrency": 1,
  "requiredStatuses": ["ci/build"],
  "directMergeMode": "off",
  "optimizationMode": "off",
  "mergeMethod": "squash",
  "enqueuedPullRequests": [
    {
      "id": "c0ffee",
      "state": "testing",
      "stateChangedAt": "2026-11-21T12:00:00.000Z",
      "priorityValue": 100,
      "priorityName": "medium",
      "usedDefaultPriorityName": "medium",
      "skipTheLine": false,
      "prNumber": 42,
      "prTitle": "Use the queue",
      "prSha": "0123456789abcdef0123456789abcdef01234567",
      "prBaseBranch": "main",
      "prAuthor": "ada",
      "noBatch": false
    }
  ]
}`;
