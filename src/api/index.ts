/**
 * A typed client of the whole interface of a merge queue service.
 *
 * ```ts
 * import { MergeQueueClient } from "terraform-provider-mergequeue/client";
 * ```
 *
 * - [How to use the client](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/client.md)
 * - [The service's interface](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/interface.md)
 *   describes all fields that have no description here
 *
 * @packageDocumentation
 */

export type { JsonValue } from "../queue/additional-settings";
export type { ErrorCode, ErrorDetails, PartFailure } from "../queue/merge-queue-error";
export { ERROR_CODES, hasErrorCode, isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
export type { HostMergeability, PullRequestState } from "../queue/pull-request-state";
export { PULL_REQUEST_STATES } from "../queue/pull-request-state";
export type { QueueIdentity, Repository } from "../queue/queue-identity";
export type { QueueRecord, QueueSettings } from "../queue/settings";
export type { RequiredStatusesSource, TestRunStatus } from "../queue/test-run-words";
export { REQUIRED_STATUSES_SOURCES, TEST_RUN_STATUSES } from "../queue/test-run-words";
export type {
  EventConclusion,
  EventMetric,
  EventSequence,
  EventTag,
  TrackedEvent,
} from "../queue/tracked-event";
export { EVENT_CONCLUSIONS } from "../queue/tracked-event";
export type { AdditionalFields, WithAdditionalFields } from "../wire/additional-fields";
export type { CancelPullRequestRequest } from "../wire/first/cancel-pull-request";
export type { CreateQueueRequest } from "../wire/first/create-queue";
export type { DeleteQueueRequest } from "../wire/first/delete-queue";
export type { GetMergeQueueMetricsRequest } from "../wire/first/get-merge-queue-metrics";
export type {
  CheckRun,
  CheckSuite,
  GetMergeQueueTestingDetailsRequest,
  StatusCheck,
  TestedPullRequest,
  TestRun,
} from "../wire/first/get-merge-queue-testing-details";
export type { GetQueueRequest, GetQueueResponse } from "../wire/first/get-queue";
export type { GetSubmittedPullRequestRequest } from "../wire/first/get-submitted-pull-request";
export type {
  GetSubmittedPullRequestsRequest,
  GetSubmittedPullRequestsResponse,
} from "../wire/first/get-submitted-pull-requests";
export type {
  ListMergeQueueTestingResultsRequest,
  ListMergeQueueTestingResultsResponse,
  TestingResult,
} from "../wire/first/list-merge-queue-testing-results";
export type { ListPullRequestsRequest, ListPullRequestsResponse } from "../wire/first/list-pull-requests";
export type {
  MergeabilityReason,
  MergeEstimate,
  PullRequest,
  PullRequestSelector,
  Readiness,
  SubmittedPullRequest,
  TimelineEntry,
} from "../wire/first/pull-request";
export type { RestartTestsOnPullRequestRequest } from "../wire/first/restart-tests-on-pull-request";
export type { SetImpactedTargetsRequest } from "../wire/first/set-impacted-targets";
export type { SubmitPullRequestRequest } from "../wire/first/submit-pull-request";
export type { TrackEventsRequest } from "../wire/first/track-events";
export type { UpdateQueueRequest, UpdateQueueResponse } from "../wire/first/update-queue";
export type { ClientArguments, Environment, ForkedRun } from "./client-arguments";
export type {
  ChangeSubmissionRequest,
  GetImpactedTargetsRequest,
  ListedQueueResponse,
  ListQueuesRequest,
  ListQueuesResponse,
  ListTestRunsRequest,
  ListTestRunsResponse,
  PageRequest,
} from "./client-operations";
export type { MergeQueueClientOptions } from "./configuration/client-options";
export { MergeQueueClient, type RequestOptions } from "./merge-queue-client";
export type { MetricFamily, MetricSample, MetricType } from "./parse-metrics";
export { METRIC_TYPES, parseMetrics } from "./parse-metrics";
export type {
  ConclusionCounts,
  DurationBucket,
  DurationHistogram,
  QueueMetrics,
} from "./read-queue-metrics";
export { readQueueMetrics } from "./read-queue-metrics";
