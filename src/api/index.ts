/**
 * A typed client of the whole interface of a merge queue service.
 *
 * ```ts
 * import { MergeQueueClient } from "terraform-provider-mergequeue/client";
 * ```
 *
 * - [How to use the client](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/client.md)
 * - [The service's interface](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/interface.md): what a field without a description here means
 *
 * @packageDocumentation
 */

export type { JsonValue } from "../queue/additional-settings";
export type { ErrorCode, ErrorDetails, PartFailure } from "../queue/merge-queue-error";
export { ERROR_CODES, hasErrorCode, isMergeQueueError, MergeQueueError } from "../queue/merge-queue-error";
export type { PullRequestState } from "../queue/pull-request-state";
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
export type { AdditionalFields } from "./additional-fields";
export type { ClientArguments, Environment, ForkedRun } from "./configuration/client-arguments";
export type { MergeQueueClientOptions } from "./configuration/client-options";
export type { RequestOptions } from "./merge-queue-client";
export { MergeQueueClient } from "./merge-queue-client";
export type { MetricFamily, MetricSample, MetricType } from "./metrics/parse-metrics";
export { METRIC_TYPES, parseMetrics } from "./metrics/parse-metrics";
export type {
  ConclusionCounts,
  DurationBucket,
  DurationHistogram,
  QueueMetrics,
} from "./metrics/read-queue-metrics";
export { readQueueMetrics } from "./metrics/read-queue-metrics";
export type { CancelPullRequestRequest } from "./operations/cancel-pull-request";
export type { CreateQueueRequest } from "./operations/create-queue";
export type { DeleteQueueRequest } from "./operations/delete-queue";
export type { GetMergeQueueMetricsRequest } from "./operations/get-merge-queue-metrics";
export type {
  CheckRun,
  CheckSuite,
  GetMergeQueueTestingDetailsRequest,
  StatusCheck,
  TestedPullRequest,
  TestRun,
} from "./operations/get-merge-queue-testing-details";
export type { GetQueueRequest, GetQueueResponse } from "./operations/get-queue";
export type { GetSubmittedPullRequestRequest } from "./operations/get-submitted-pull-request";
export type { ListPullRequestsRequest, ListPullRequestsResponse } from "./operations/list-pull-requests";
export type { RestartTestsOnPullRequestRequest } from "./operations/restart-tests-on-pull-request";
export type { SetImpactedTargetsRequest } from "./operations/set-impacted-targets";
export type { SubmitPullRequestRequest } from "./operations/submit-pull-request";
export type { TrackEventsRequest } from "./operations/track-events";
export type { UpdateQueueRequest, UpdateQueueResponse } from "./operations/update-queue";
export type {
  HostMergeability,
  PullRequest,
  PullRequestSelector,
  Readiness,
  SubmittedPullRequest,
  TimelineEntry,
} from "./pull-request";
