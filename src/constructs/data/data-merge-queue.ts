import type { Construct, IResolvable, TerraformDataSource } from "../cdk";
import { MergeQueueBase } from "../queue/merge-queue-base";
import type { DataMergeQueueProps } from "./data-source-props";
import { declareDataSource } from "./declare-data-source";
import { MergeQueueDataList } from "./merge-queue-data-list";
import { MergeQueuePullRequestReference } from "./pull-request-reference";
import { QUEUE_REFERENCE_CHECKS } from "./queue-reference-checks";

/**
 * A merge queue as the service shows it when Terraform plans: its settings, and the pull requests in it. It is an
 * error of the plan if there is no such queue.
 *
 * Its Terraform data source is a child with the id `Default`, so that its address is
 * `data.mergequeue_queue.<id>` for one that is created directly in a stack.
 *
 * @example
 * ```ts
 * const queue = new DataMergeQueue(this, "main", { repo: "github.com/acme/web", targetBranch: "main" });
 * new TerraformOutput(this, "waiting", { value: queue.enqueuedPullRequests.count });
 * ```
 */
export class DataMergeQueue extends MergeQueueBase {
  /** Type of the data source in Terraform, as the CDK's own classes and matchers name it. */
  static readonly tfResourceType = "mergequeue_queue";

  /** The Terraform data source, for what the props do not offer: overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueueProps) {
    super(scope, id);
    this.dataSource = declareDataSource(this, DataMergeQueue.tfResourceType, props, QUEUE_REFERENCE_CHECKS);
  }

  /** The pull requests in the queue, in the service's order. */
  get enqueuedPullRequests(): MergeQueueDataList<MergeQueuePullRequestReference> {
    return new MergeQueueDataList(this.dataSource, "enqueued_pull_requests", MergeQueuePullRequestReference);
  }

  /** Fields of the queue that this version does not know, as an object by wire name; null if there are none. */
  get additionalSettings(): IResolvable {
    return this.dataSource.interpolationForAttribute("additional_settings");
  }

  /** What holds the attributes in Terraform. */
  protected override get element(): TerraformDataSource {
    return this.dataSource;
  }
}
