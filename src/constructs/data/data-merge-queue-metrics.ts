import type { Repository } from "../../queue/queue-identity";
import type { ITerraformDependable, TerraformDataSource } from "../cdk";
import { Construct } from "../cdk";
import { checkRepository } from "../values/repository-attribute";
import type { PropCheck } from "./check-data-props";
import type { DataMergeQueueMetricsProps } from "./data-source-props";
import { declareDataSource } from "./declare-data-source";
import { MergeQueueDataList } from "./merge-queue-data-list";
import { MergeQueueMetricSampleReference } from "./metric-sample-reference";

/**
 * Metrics of merge queues, of one repository or of all that the token's organization has: as text and taken apart.
 * They change from read to read, so that outputs made of them do, too.
 *
 * Its address is `data.mergequeue_metrics.<id>` if it is created directly in a stack.
 *
 * @example
 * ```ts
 * const metrics = new DataMergeQueueMetrics(this, "metrics", { repo: "github.com/acme/web" });
 * new TerraformOutput(this, "metrics_text", { value: metrics.text });
 * ```
 */
export class DataMergeQueueMetrics extends Construct implements ITerraformDependable {
  /** Type of the data source in Terraform, as the CDK's own classes and matchers name it. */
  static readonly tfResourceType = "mergequeue_metrics";

  /** The Terraform data source, for what the props do not offer: overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueueMetricsProps = {}) {
    super(scope, id);
    this.dataSource = declareDataSource(this, DataMergeQueueMetrics.tfResourceType, props, {
      repo: checkOptionalRepository,
    });
  }

  /** Its Terraform address as a token, so that it can stand in `dependsOn` of another resource. */
  get fqn(): string {
    return this.dataSource.fqn;
  }

  /** The repository that was asked for. Null as a whole where none was: then its parts are errors of the plan. */
  get repo(): Repository {
    return {
      host: this.dataSource.getStringAttribute("repo.host"),
      owner: this.dataSource.getStringAttribute("repo.owner"),
      name: this.dataSource.getStringAttribute("repo.name"),
    };
  }

  /** The metrics as the service answers them, in the Prometheus text format 0.0.4. */
  get text(): string {
    return this.dataSource.getStringAttribute("text");
  }

  /** Every sample of the text, family by family; names and labels are the service's choice. */
  get samples(): MergeQueueDataList<MergeQueueMetricSampleReference> {
    return new MergeQueueDataList(this.dataSource, "samples", MergeQueueMetricSampleReference);
  }
}

const checkOptionalRepository: PropCheck = (repo) => (repo === undefined ? [] : checkRepository(repo));
