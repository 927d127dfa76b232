import { checkDateTime } from "../../queue/check-date-time";
import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import { quote } from "../../text/quote";
import type { Construct, TerraformDataSource } from "../cdk";
import { MergeQueueElement } from "../queue/merge-queue-element";
import { checkText, optional } from "./check-data-props";
import type { DataMergeQueuePullRequestsProps } from "./data-source-props";
import { declareDataSource } from "./declare-data-source";
import { MergeQueueDataList } from "./merge-queue-data-list";
import { MergeQueuePullRequestReference } from "./pull-request-reference";
import { QUEUE_REFERENCE_CHECKS } from "./queue-reference-checks";

/**
 * The pull requests of a queue, those that have left it included. Narrow it with `state` and `since`, since every
 * plan reads the whole list and the state keeps it.
 *
 * Its address is `data.mergequeue_pull_requests.<id>` if it is created directly in a stack.
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
export class DataMergeQueuePullRequests extends MergeQueueElement {
  /** Type of the data source in Terraform, as the CDK's own classes and matchers name it. */
  static readonly tfResourceType = "mergequeue_pull_requests";

  /** The Terraform data source, for what the props do not offer: overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueuePullRequestsProps) {
    super(scope, id);
    const checks = { ...QUEUE_REFERENCE_CHECKS, state: optional(checkState), since: optional(checkSince) };
    this.dataSource = declareDataSource(this, DataMergeQueuePullRequests.tfResourceType, props, checks);
  }

  /** The state that was asked for; null for all. */
  get state(): string {
    return this.dataSource.getStringAttribute("state");
  }

  /** The time that was asked for; null for no limit. */
  get since(): string {
    return this.dataSource.getStringAttribute("since");
  }

  /** The pull requests, in the service's order. */
  get pullRequests(): MergeQueueDataList<MergeQueuePullRequestReference> {
    return new MergeQueueDataList(this.dataSource, "pull_requests", MergeQueuePullRequestReference);
  }

  /** What holds the attributes in Terraform. */
  protected override get element(): TerraformDataSource {
    return this.dataSource;
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
