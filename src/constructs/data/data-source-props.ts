import type { Repository } from "../../queue/queue-identity";
import type { TerraformMetaArguments, TerraformResourceLifecycle } from "../cdk";

/** Terraform's meta-arguments, as every data source has them. */
export interface MergeQueueDataMetaArguments {
  /** Resources that must exist before the data source is read. Terraform can then read it only during apply. */
  readonly dependsOn?: TerraformMetaArguments["dependsOn"] | undefined;
  /** Number of instances. */
  readonly count?: TerraformMetaArguments["count"] | undefined;
  /** One instance for each element. */
  readonly forEach?: TerraformMetaArguments["forEach"] | undefined;
  /** The provider to read with. @default - the stack's `MergeQueueProvider` that has no alias */
  readonly provider?: TerraformMetaArguments["provider"] | undefined;
  /** Conditions that must hold before or after the read. */
  readonly lifecycle?: Pick<TerraformResourceLifecycle, "precondition" | "postcondition"> | undefined;
}

/** Props of `DataMergeQueue`. */
export interface DataMergeQueueProps extends MergeQueueDataMetaArguments {
  /**
   * The repository whose pull requests the queue merges, as an object or as `"host/owner/name"`. Case does not matter.
   */
  readonly repo: string | Repository;
  /** The branch that the queue merges into; can contain slashes. */
  readonly targetBranch: string;
}

/** Props of `DataMergeQueuePullRequest`: exactly one of `number` and `branch`. */
export interface DataMergeQueuePullRequestProps extends DataMergeQueueProps {
  /**
   * Number of the pull request at the code host: a whole number from 0 to 4294967295.
   * @default - found by `branch`
   */
  readonly number?: number | undefined;
  /**
   * Head branch of the pull request. Finds the open one submitted from it, else the one closed last.
   * @default - found by `number`
   */
  readonly branch?: string | undefined;
}

/** Props of `DataMergeQueuePullRequests`. */
export interface DataMergeQueuePullRequestsProps extends DataMergeQueueProps {
  /** Only pull requests in this state. @default - all states */
  readonly state?: MergeQueuePullRequestState | (string & {}) | undefined;
  /**
   * Only pull requests that concluded (`merged`, `failed`, `cancelled`) since this time, in RFC 3339, for example
   * `2026-01-31T08:00:00Z` or `Fn.timeadd(Fn.plantimestamp(), "-24h")`.
   * @default - no limit
   */
  readonly since?: string | undefined;
}

/** Props of `DataMergeQueueTestRun`. */
export interface DataMergeQueueTestRunProps extends DataMergeQueueProps {
  /** The service's id for the test run; not empty. */
  readonly testRunId: string;
}

/** Props of `DataMergeQueueMetrics`. */
export interface DataMergeQueueMetricsProps extends MergeQueueDataMetaArguments {
  /**
   * The repository whose metrics to read, as an object or as `"host/owner/name"`.
   * @default - all repositories of the organization
   */
  readonly repo?: string | Repository | undefined;
}

/** A state of a pull request in a queue. */
export type MergeQueuePullRequestState =
  | "not_ready"
  | "pending"
  | "testing"
  | "tests_passed"
  | "merged"
  | "failed"
  | "cancelled"
  | "pending_failure";
