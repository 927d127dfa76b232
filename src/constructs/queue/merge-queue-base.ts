import { Fn, type IResolvable } from "../cdk";
import { MergeQueueElement } from "./merge-queue-element";

/** The attributes of a queue that a stack manages (`MergeQueue`) or reads (`DataMergeQueue`). */
export abstract class MergeQueueBase extends MergeQueueElement {
  /** The queue's id, `host/owner/name/branch`, as `terraform import` takes it. */
  get id(): string {
    return this.element.getStringAttribute("id");
  }

  /** `running`, `paused` or `draining`; in a data source, also `switching_modes`. */
  get state(): string {
    return this.element.getStringAttribute("state");
  }

  /** `single` or `parallel`. */
  get mode(): string {
    return this.element.getStringAttribute("mode");
  }

  /** Number of pull requests, or batches of them, tested at once. */
  get concurrency(): number {
    return this.element.getNumberAttribute("concurrency");
  }

  /** Number of tests that can run at once while a failed batch is bisected. */
  get bisectionConcurrency(): number {
    return this.element.getNumberAttribute("bisection_concurrency");
  }

  /** Minutes after which the tests of a pull request time out. */
  get testingTimeoutMinutes(): number {
    return this.element.getNumberAttribute("testing_timeout_minutes");
  }

  /** Number of pull requests behind a failing one that must finish testing before the failing one is removed. */
  get pendingFailureDepth(): number {
    return this.element.getNumberAttribute("pending_failure_depth");
  }

  /** Whether a pull request that passes also clears those ahead of it, which its test contains. */
  get canOptimisticallyMerge(): IResolvable {
    return this.element.getBooleanAttribute("can_optimistically_merge");
  }

  /** Whether pull requests are grouped into batches for testing. */
  get batch(): IResolvable {
    return this.element.getBooleanAttribute("batch");
  }

  /** How many minutes a batch waits at most for its target size. */
  get batchingMaxWaitTimeMinutes(): number {
    return this.element.getNumberAttribute("batching_max_wait_time_minutes");
  }

  /** Target size of a batch. */
  get batchingMinSize(): number {
    return this.element.getNumberAttribute("batching_min_size");
  }

  /** Whether pull requests are created for testing branches. */
  get createPrsForTestingBranches(): IResolvable {
    return this.element.getBooleanAttribute("create_prs_for_testing_branches");
  }

  /** Whether the queue comments on pull requests. */
  get commentsEnabled(): IResolvable {
    return this.element.getBooleanAttribute("comments_enabled");
  }

  /** Whether a comment with the merge command submits a pull request. */
  get commandsEnabled(): IResolvable {
    return this.element.getBooleanAttribute("commands_enabled");
  }

  /** Whether the queue posts a status check on each pull request with its position. */
  get statusCheckEnabled(): IResolvable {
    return this.element.getBooleanAttribute("status_check_enabled");
  }

  /** Names of the statuses that must pass during testing, in any order. */
  get requiredStatuses(): string[] {
    return Fn.tolist(this.element.getListAttribute("required_statuses"));
  }

  /** `off` or `always`. */
  get directMergeMode(): string {
    return this.element.getStringAttribute("direct_merge_mode");
  }

  /** `off` or `bisection_skip_redundant_tests`. */
  get optimizationMode(): string {
    return this.element.getStringAttribute("optimization_mode");
  }

  /** How pull requests are merged: `merge_commit`, `squash` or `rebase`. */
  get mergeMethod(): string {
    return this.element.getStringAttribute("merge_method");
  }

  /** The label that submits a pull request; null if the service does not have this setting. */
  get enqueueingLabel(): string {
    return this.element.getStringAttribute("enqueueing_label");
  }

  /** Whether the browser extension shows the queue; null if the service does not have this setting. */
  get extensionEnabled(): IResolvable {
    return this.element.getBooleanAttribute("extension_enabled");
  }

  /** Whether the enqueueing label submits a pull request; null if the service does not have this setting. */
  get labelCommandsEnabled(): IResolvable {
    return this.element.getBooleanAttribute("label_commands_enabled");
  }

  /** Whether pull requests get labels that show their state; null if the service does not have this setting. */
  get stateLabelsEnabled(): IResolvable {
    return this.element.getBooleanAttribute("state_labels_enabled");
  }
}
