import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import { checkDateTime } from "../../text/check-date-time";
import { quote } from "../../text/quote";
import type { Construct } from "../cdk";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { checkText, optional } from "../values/check-props";
import { type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import { DataMergeQueuePullRequestsAttributes } from "./references.generated";

/** Props of `DataMergeQueuePullRequests`. */
export interface DataMergeQueuePullRequestsProps extends DataMergeQueueProps {
  /** Reads only pull requests in this state. @default - all states */
  readonly state?: MergeQueuePullRequestState | (string & {}) | undefined;
  /**
   * Reads only pull requests that concluded (`merged`, `failed`, `cancelled`) since this RFC 3339 time, such
   * as `2026-01-31T08:00:00Z` or `Fn.timeadd(Fn.plantimestamp(), "-24h")`.
   * @default - no limit
   */
  readonly since?: string | undefined;
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

/**
 * The present and past pull requests of a queue. Limit the list with `state` and `since`, because each plan
 * reads the whole list, and the Terraform state stores it.
 *
 * Directly in a stack, the address of the data source is `data.mergequeue_pull_requests.<id>`.
 *
 * @example
 * ```ts
 * const failed = new DataMergeQueuePullRequests(this, "failed", {
 *   repo: "github.com/acme/web",
 *   targetBranch: "main",
 *   state: "failed",
 *   since: Fn.timeadd(Fn.plantimestamp(), "-24h"),
 * });
 * new TerraformOutput(this, "failures", { value: failed.pullRequests.count });
 * ```
 */
export class DataMergeQueuePullRequests extends DataMergeQueuePullRequestsAttributes {
  /** Terraform type of the data source. The CDK's test matchers read this property. */
  static readonly tfResourceType = "mergequeue_pull_requests";

  constructor(scope: Construct, id: string, props: DataMergeQueuePullRequestsProps) {
    const checks = { ...IDENTITY_CHECKS, state: optional(checkState), since: optional(checkSince) };
    super(scope, id, (element) =>
      declareDataSource(element, DataMergeQueuePullRequests.tfResourceType, props, checks),
    );
  }
}

function checkState(value: unknown): string | undefined {
  if (PULL_REQUEST_STATES.some((state) => state === value)) return undefined;
  const words = PULL_REQUEST_STATES.map((state) => quote(state)).join(", ");
  return `Must be one of ${words}, got ${quote(value)}.`;
}

function checkSince(value: unknown): string | undefined {
  return typeof value === "string" ? checkDateTime(value) : checkText(value);
}
