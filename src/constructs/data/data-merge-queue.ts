import type { Construct, IResolvable, TerraformDataSource } from "../cdk";
import { MergeQueueBase } from "../queue/merge-queue-base";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { MergeQueueDataList } from "./data-list";
import { type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import { MergeQueuePullRequestReference } from "./references.generated";

/**
 * A data source that reads the settings and the pull requests of a merge queue during Terraform's plan. The
 * plan fails if the queue does not exist.
 *
 * The Terraform data source is a child with the id `Default`. Directly in a stack, the address of the data
 * source is `data.mergequeue_queue.<id>`.
 *
 * @example
 * ```ts
 * const queue = new DataMergeQueue(this, "main", { repo: "github.com/acme/web", targetBranch: "main" });
 * new TerraformOutput(this, "waiting", { value: queue.enqueuedPullRequests.count });
 * ```
 */
export class DataMergeQueue extends MergeQueueBase {
  /** Terraform type of the data source. The CDK's test matchers read this property. */
  static readonly tfResourceType = "mergequeue_queue";

  /** The Terraform data source, for example to add overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueueProps) {
    super(scope, id);
    this.dataSource = declareDataSource(this, DataMergeQueue.tfResourceType, props, IDENTITY_CHECKS);
  }

  /** Who last wrote the queue: `manual`, `terraform`, `terraform_with_drift`. Null in the first interface. */
  get managedState(): string {
    return this.element.getStringAttribute("managed_state");
  }

  /** The pull requests in the queue, in the service's order. */
  get enqueuedPullRequests(): MergeQueueDataList<MergeQueuePullRequestReference> {
    return new MergeQueueDataList(this.dataSource, "enqueued_pull_requests", MergeQueuePullRequestReference);
  }

  /** Settings that this version does not know: an object with wire names as keys. Null if there are none. */
  get additionalSettings(): IResolvable {
    return this.dataSource.interpolationForAttribute("additional_settings");
  }

  /** Returns references to the queue's attributes. */
  protected override get element(): TerraformDataSource {
    return this.dataSource;
  }
}
