/**
 * Requests and responses written by hand from the interface's tables. No code of the product creates them:
 * the tests compare what the client really sends with these.
 */

/** One request as it must be on the wire. */
export interface RequestFixture {
  readonly title: string;
  readonly operation: string;
  /** The caller's request, in the client's own terms. */
  readonly request: unknown;
  /** Path after the host, with the query. */
  readonly path: string;
  /**
   * The JSON text that the service must find in the body, up to white space and the order of fields; undefined:
   * the request is a GET and has no body.
   */
  readonly body: string | undefined;
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
    title: "updateQueue with all settings",
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
      enqueueingLabel: "merge",
      extensionEnabled: true,
      labelCommandsEnabled: false,
      stateLabelsEnabled: true,
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
      "requiredStatuses": ["ci/build", "ci/test"],
      "enqueueingLabel": "merge",
      "extensionEnabled": true,
      "labelCommandsEnabled": false,
      "stateLabelsEnabled": true
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
    title: "submitPullRequest with the required fields",
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
  {
    title: "restartTestsOnPullRequest",
    operation: "restartTestsOnPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { number: 4294967295 } },
    path: "/api/v1/restartTestsOnPullRequest",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "pr":{"number":4294967295}}`,
  },
  {
    title: "getSubmittedPullRequest by number",
    operation: "getSubmittedPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { number: 7 } },
    path: "/api/v1/getSubmittedPullRequest",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main","pr":{"number":7}}`,
  },
  {
    title: "getSubmittedPullRequest by branch",
    operation: "getSubmittedPullRequest",
    request: { repo: REPO, targetBranch: "main", pr: { branch: 'ada/fix "it"' } },
    path: "/api/v1/getSubmittedPullRequest",
    body: String.raw`{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "pr":{"branch":"ada/fix \"it\""}}`,
  },
  {
    title: "listPullRequests with the required fields",
    operation: "listPullRequests",
    request: { repo: REPO, targetBranch: "main" },
    path: "/api/v1/listPullRequests",
    body: '{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main"}',
  },
  {
    title: "listPullRequests with all that it takes",
    operation: "listPullRequests",
    request: {
      repo: REPO,
      targetBranch: "main",
      state: "pending_failure",
      since: "2026-01-31T08:00:00+01:00",
      cursor: "123E4567-e89b-12d3-a456-426614174000",
      take: 100,
    },
    path: "/api/v1/listPullRequests",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "state":"pending_failure","since":"2026-01-31T08:00:00+01:00",
            "cursor":"123E4567-e89b-12d3-a456-426614174000","take":100}`,
  },
  {
    title: "getMergeQueueTestingDetails",
    operation: "getMergeQueueTestingDetails",
    request: { repo: REPO, targetBranch: "main", testRunId: "run/1" },
    path: "/api/v1/getMergeQueueTestingDetails",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "testRunId":"run/1"}`,
  },
  {
    title: "setImpactedTargets with a list",
    operation: "setImpactedTargets",
    request: {
      repo: REPO,
      targetBranch: "main",
      pr: { number: 7, sha: "0123abc" },
      impactedTargets: ["//web:app", "//lib/..."],
    },
    path: "/api/v1/setImpactedTargets",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "pr":{"number":7,"sha":"0123abc"},"impactedTargets":["//web:app","//lib/..."]}`,
  },
  {
    title: "setImpactedTargets with ALL",
    operation: "setImpactedTargets",
    request: { repo: REPO, targetBranch: "main", pr: { number: 7 }, impactedTargets: "ALL" },
    path: "/api/v1/setImpactedTargets",
    body: `{"repo":{"host":"github.com","owner":"acme","name":"web"},"targetBranch":"main",
            "pr":{"number":7},"impactedTargets":"ALL"}`,
  },
  {
    title: "getMergeQueueMetrics of the organization",
    operation: "getMergeQueueMetrics",
    request: {},
    path: "/api/v1/getMergeQueueMetrics",
    body: undefined,
  },
  {
    title: "getMergeQueueMetrics of a repository",
    operation: "getMergeQueueMetrics",
    request: { repo: "acme/web", repoHost: "github.com" },
    path: "/api/v1/getMergeQueueMetrics?repo=acme%2Fweb&repoHost=github.com",
    body: undefined,
  },
  {
    title: "getMergeQueueMetrics of a repository whose name needs escaping",
    operation: "getMergeQueueMetrics",
    request: { repo: "a&b=c/d+e#f?g%h日", repoHost: "git.example.com:8443" },
    path:
      "/api/v1/getMergeQueueMetrics?repo=a%26b%3Dc%2Fd%2Be%23f%3Fg%25h%E6%97%A5" +
      "&repoHost=git.example.com%3A8443",
    body: undefined,
  },
  {
    title: "trackEvents without an event",
    operation: "trackEvents",
    request: { repo: REPO, events: [] },
    path: "/api/v1/metrics/trackEvents",
    body: '{"repo":{"host":"github.com","owner":"acme","name":"web"},"events":[]}',
  },
  {
    title: "trackEvents with every field",
    operation: "trackEvents",
    request: {
      repo: REPO,
      events: [
        {
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
        },
      ],
    },
    path: "/api/v1/metrics/trackEvents",
    body: `{
      "repo": { "host": "github.com", "owner": "acme", "name": "web" },
      "events": [
        {
          "id": "event-1",
          "chainId": "event-0",
          "parent": { "eventId": "event-0", "sequenceKey": "web" },
          "createdAt": 1700000000000,
          "finishedAt": 1700000060000,
          "conclusion": "TIMED_OUT",
          "payload": {
            "metrics": [{ "k": "cpu_seconds", "v": 0.5 }],
            "tags": [{ "k": "os", "v": "linux" }, { "k": "shard", "v": 3 }]
          },
          "sequence": {
            "platform": "my_ci",
            "kind": "workflow",
            "key": "web/test",
            "name": "Test",
            "payload": { "tags": [{ "k": "team", "v": "web" }] }
          }
        }
      ]
    }`,
  },
];

/** Interface, section "Queue": a response of `/getQueue` with every field, and one pull request with every field. */
export const QUEUE_RESPONSE = `{
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

/** Interface, sections "Pull request in the queue" and "Readiness object": a response with every field. */
export const SUBMITTED_PULL_REQUEST_RESPONSE = `{
  "id": "c0ffee",
  "state": "pending",
  "stateChangedAt": "2026-11-21T12:00:00.000Z",
  "priorityValue": 10,
  "priorityName": "high",
  "usedDefaultPriorityName": "medium",
  "skipTheLine": true,
  "prNumber": 42,
  "prTitle": "Use the queue",
  "prSha": "0123456789abcdef0123456789abcdef01234567",
  "prBaseBranch": "main",
  "prAuthor": "ada",
  "forceEnqueued": false,
  "isCurrentlySubmittedToQueue": true,
  "readiness": {
    "hasImpactedTargets": false,
    "requiresImpactedTargets": true,
    "doesBaseBranchMatch": true,
    "hostMergeability": "in_progress"
  }
}`;

/** Interface, "POST /listPullRequests": a page with an item with every field, and a cursor. */
export const PULL_REQUESTS_RESPONSE = `{
  "pullRequests": [
    {
      "id": "c0ffee",
      "state": "merged",
      "stateChangedAt": "2026-11-21T12:00:00.000Z",
      "priorityValue": 100,
      "priorityName": "medium",
      "skipTheLine": false,
      "prNumber": 41,
      "prTitle": "Use the queue",
      "prSha": "0123456789abcdef0123456789abcdef01234567",
      "prBaseBranch": "main",
      "prAuthor": "ada",
      "noBatch": true
    }
  ],
  "nextCursor": "123e4567-e89b-12d3-a456-426614174000"
}`;

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
