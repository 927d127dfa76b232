import type { IResolvable } from "../cdk";
import { Fn } from "../cdk";
import { MergeQueueElement } from "./merge-queue-element";

/** What a queue shows, whether a stack manages it (`MergeQueue`) or only reads it (`DataMergeQueue`). */
export abstract class MergeQueueBase extends MergeQueueElement {
  /** The queue's id, `host/owner/name/branch`: what an import takes. */
  get id(): string {
    return this.element.getStringAttribute("id");
  }

  /** Whether the queue works: `running`, `paused` or `draining`; read by a data source, also `switching_modes`. */
  get state(): string {
    return this.element.getStringAttribute("state");
  }

  /** `single` or `parallel`. */
  get mode(): string {
    return this.element.getStringAttribute("mode");
  }

  /** How many pull requests, or batches of them, are tested at once. */
  get concurrency(): number {
    return this.element.getNumberAttribute("concurrency");
  }

  /** How many tests may run at once while a failed batch is bisected. */
  get bisectionConcurrency(): number {
    return this.element.getNumberAttribute("bisection_concurrency");
  }

  /** How many minutes to wait for the tests of a pull request before they count as timed out. */
  get testingTimeoutMinutes(): number {
    return this.element.getNumberAttribute("testing_timeout_minutes");
  }

  /** How many pull requests below a failing one must finish testing before the failing one is removed. */
  get pendingFailureDepth(): number {
    return this.element.getNumberAttribute("pending_failure_depth");
  }

  /** Whether a pull request that passes also marks the ones ahead of it as passing. */
  get canOptimisticallyMerge(): IResolvable {
    return this.element.getBooleanAttribute("can_optimistically_merge");
  }

  /** Whether pull requests are grouped into batches for testing. */
  get batch(): IResolvable {
    return this.element.getBooleanAttribute("batch");
  }

  /** How many minutes to wait at most for a batch to fill. */
  get batchingMaxWaitTimeMinutes(): number {
    return this.element.getNumberAttribute("batching_max_wait_time_minutes");
  }

  /** How many pull requests make a batch at least. */
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

  /** Whether the queue posts a status check on pull requests with their place in it. */
  get statusCheckEnabled(): IResolvable {
    return this.element.getBooleanAttribute("status_check_enabled");
  }

  /** Names of the statuses that must pass during testing, as a list in no particular order. */
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
}
