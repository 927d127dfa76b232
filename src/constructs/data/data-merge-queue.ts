import type { Construct, IResolvable, TerraformDataSource } from "../cdk";
import { MergeQueueBase } from "../queue/merge-queue-base";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { MergeQueueDataList } from "./data-list";
import { type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import { MergeQueuePullRequestReference } from "./references.generated";

/**
 * A merge queue, read when Terraform plans: its settings, and the pull requests in it. The plan fails if the
 * queue does not exist.
 *
 * Its Terraform data source is a child with the id `Default`. Directly in a stack, its address is
 * `data.mergequeue_queue.<id>`.
 *
 * @example
 * ```ts
 * const queue = new DataMergeQueue(this, "main", { repo: "github.com/acme/web", targetBranch: "main" });
 * new TerraformOutput(this, "waiting", { value: queue.enqueuedPullRequests.count });
 * ```
 */
export class DataMergeQueue extends MergeQueueBase {
  /** Terraform type of the data source, under the name that the CDK's matchers read. */
  static readonly tfResourceType = "mergequeue_queue";

  /** The Terraform data source, for overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueueProps) {
    super(scope, id);
    this.dataSource = declareDataSource(this, DataMergeQueue.tfResourceType, props, IDENTITY_CHECKS);
  }

  /** Who wrote last: `manual`, `terraform`, `terraform_with_drift`; null with the first interface. */
  get managedState(): string {
    return this.element.getStringAttribute("managed_state");
  }

  /** The pull requests in the queue, in the service's order. */
  get enqueuedPullRequests(): MergeQueueDataList<MergeQueuePullRequestReference> {
    return new MergeQueueDataList(this.dataSource, "enqueued_pull_requests", MergeQueuePullRequestReference);
  }

  /** Settings that this version does not know, as an object by wire name; null if there are none. */
  get additionalSettings(): IResolvable {
    return this.dataSource.interpolationForAttribute("additional_settings");
  }

  /** Returns the attributes as references. */
  protected override get element(): TerraformDataSource {
    return this.dataSource;
  }
}
