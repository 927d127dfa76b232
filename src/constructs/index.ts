/**
 * Merge queues as constructs for CDKTF. The entry for CDK Terrain exports the same names, and
 * takes the types of the CDK from `cdktn`.
 *
 * ```ts
 * import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue"; // CDKTF
 * import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue/cdktn"; // CDK Terrain
 * ```
 *
 * - [Guide to the constructs](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/guides/constructs.md)
 * - [Guide to fleets](https://github.com/mergequeue/terraform-provider-mergequeue/blob/main/docs/guides/fleets.md)
 *
 * @packageDocumentation
 */

export type { Repository } from "../queue/queue-identity";
export { MergeQueueDataList, type MergeQueueReferenceClass } from "./data/data-list";
export { DataMergeQueue } from "./data/data-merge-queue";
export { DataMergeQueueMetrics, type DataMergeQueueMetricsProps } from "./data/data-merge-queue-metrics";
export {
  DataMergeQueuePullRequest,
  type DataMergeQueuePullRequestProps,
} from "./data/data-merge-queue-pull-request";
export {
  DataMergeQueuePullRequests,
  type DataMergeQueuePullRequestsProps,
  type MergeQueuePullRequestState,
} from "./data/data-merge-queue-pull-requests";
export { DataMergeQueueTestRun, type DataMergeQueueTestRunProps } from "./data/data-merge-queue-test-run";
export {
  DataMergeQueueElement,
  type DataMergeQueueProps,
  type MergeQueueDataMetaArguments,
} from "./data/declare-data-source";
export {
  DataMergeQueuePullRequestAttributes,
  DataMergeQueuePullRequestsAttributes,
  DataMergeQueueTestRunAttributes,
  MergeQueueCheckRunReference,
  MergeQueueCheckSuiteReference,
  MergeQueueMetricSampleReference,
  MergeQueuePullRequestReference,
  MergeQueueReadinessReference,
  MergeQueueStatusCheckReference,
  MergeQueueTestedPullRequestReference,
} from "./data/references.generated";
export { type QueueDefaultName, type QueueDefaultProps, QueueDefaults } from "./fleet/queue-defaults";
export { QueuePolicy, type QueueRule, type QueueView, type QueueViewName } from "./fleet/queue-policy";
export type {
  QueueBounds,
  QueueNumberSetting,
  RequiredStatusesOptions,
  StandardQueueRules,
} from "./fleet/queue-rules";
export { QueueRules } from "./fleet/queue-rules";
export { MergeQueue } from "./merge-queue";
export { MergeQueueProvider } from "./provider/merge-queue-provider";
export type { MergeQueueProviderProps } from "./provider/merge-queue-provider-props";
export {
  MergeQueueBase,
  MergeQueueElement,
  type MergeQueueSettingReferences,
  type MergeQueueValues,
} from "./queue/merge-queue-base";
export type {
  MergeQueueMetaArguments,
  MergeQueueProps,
  MergeQueueSettingValue,
  MergeQueueTimeouts,
  QueueViewSettings,
} from "./queue/merge-queue-props";
export type {
  MergeQueueBatching,
  MergeQueueBatchingRule,
  MergeQueueSettings,
  TerraformExpression,
} from "./queue/merge-queue-settings.generated";
