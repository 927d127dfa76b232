import type { Repository } from "../../queue/queue-identity";
import { Construct, type ITerraformDependable, type TerraformDataSource } from "../cdk";
import { referToRepository } from "../queue/merge-queue-base";
import { checkRepositoryProp } from "../values/repository-attribute";
import { MergeQueueDataList } from "./data-list";
import { declareDataSource, type MergeQueueDataMetaArguments } from "./declare-data-source";
import { MergeQueueMetricSampleReference } from "./references.generated";

/** Props of `DataMergeQueueMetrics`. */
export interface DataMergeQueueMetricsProps extends MergeQueueDataMetaArguments {
  /** The repository, as an object or as `"host/owner/name"`. @default - all repositories */
  readonly repo?: string | Repository | undefined;
}

/**
 * Metrics of the merge queues of one repository, or of the whole organization, as text and as samples. The
 * values change with each read, and so do outputs that use the values.
 *
 * Directly in a stack, the address of the data source is `data.mergequeue_metrics.<id>`.
 *
 * @example
 * ```ts
 * const metrics = new DataMergeQueueMetrics(this, "metrics", { repo: "github.com/acme/web" });
 * new TerraformOutput(this, "metrics_text", { value: metrics.text });
 * ```
 */
export class DataMergeQueueMetrics extends Construct implements ITerraformDependable {
  /** Terraform type of the data source. The CDK's test matchers read this property. */
  static readonly tfResourceType = "mergequeue_metrics";

  /** The Terraform data source, for example to add overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueueMetricsProps = {}) {
    super(scope, id);
    this.dataSource = declareDataSource(this, DataMergeQueueMetrics.tfResourceType, props, {
      repo: (repo) => (repo === undefined ? [] : checkRepositoryProp(repo)),
    });
  }

  /** Terraform address of the data source, as a token for the `dependsOn` of a resource. */
  get fqn(): string {
    return this.dataSource.fqn;
  }

  /** The requested repository. Null if none was requested; references to its parts then fail the plan. */
  get repo(): Repository {
    return referToRepository(this.dataSource);
  }

  /** The service's response, in the Prometheus text format 0.0.4. */
  get text(): string {
    return this.dataSource.getStringAttribute("text");
  }

  /** All samples of the metrics text, by metric family. The service chooses the names and the labels. */
  get samples(): MergeQueueDataList<MergeQueueMetricSampleReference> {
    return new MergeQueueDataList(this.dataSource, "samples", MergeQueueMetricSampleReference);
  }
}
