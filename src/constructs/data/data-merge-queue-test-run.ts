import type { Construct, IResolvable, TerraformDataSource } from "../cdk";
import { Fn } from "../cdk";
import { MergeQueueElement } from "../queue/merge-queue-element";
import { checkText, required } from "./check-data-props";
import { MergeQueueCheckSuiteReference } from "./check-suite-reference";
import type { DataMergeQueueTestRunProps } from "./data-source-props";
import { declareDataSource } from "./declare-data-source";
import { MergeQueueDataList } from "./merge-queue-data-list";
import { QUEUE_REFERENCE_CHECKS } from "./queue-reference-checks";

/**
 * One run in which a queue tests pull requests, or has tested them. What the service leaves out is null. It is an
 * error of the plan if there is no such run.
 *
 * Its address is `data.mergequeue_test_run.<id>` if it is created directly in a stack.
 *
 * @example
 * ```ts
 * const run = new DataMergeQueueTestRun(this, "run", {
 *   repo: "github.com/acme/web",
 *   targetBranch: "main",
 *   testRunId: runId.stringValue,
 * });
 * ```
 */
export class DataMergeQueueTestRun extends MergeQueueElement {
  /** Type of the data source in Terraform, as the CDK's own classes and matchers name it. */
  static readonly tfResourceType = "mergequeue_test_run";

  /** The Terraform data source, for what the props do not offer: overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueueTestRunProps) {
    super(scope, id);
    const checks = { ...QUEUE_REFERENCE_CHECKS, testRunId: required(checkText) };
    this.dataSource = declareDataSource(this, DataMergeQueueTestRun.tfResourceType, props, checks);
  }

  /** The service's id of the run. */
  get testRunId(): string {
    return this.dataSource.getStringAttribute("test_run_id");
  }

  /** Names of the statuses that must all pass for the run to succeed, as a list in no particular order. */
  get requiredStatuses(): string[] {
    return Fn.tolist(this.dataSource.getListAttribute("required_statuses"));
  }

  /**
   * Where the required statuses come from: `service_config`, `repo_provider_branch_protection`,
   * `merge_instance`, or a word of a newer service.
   */
  get requiredStatusesSource(): string {
    return this.dataSource.getStringAttribute("required_statuses_source");
  }

  /** Temporary branch that is tested. */
  get testBranch(): string {
    return this.dataSource.getStringAttribute("test_branch");
  }

  /** Commit at its tip when the run started. */
  get testBranchSha(): string {
    return this.dataSource.getStringAttribute("test_branch_sha");
  }

  /** When the run was created, in ISO 8601. */
  get createdAt(): string {
    return this.dataSource.getStringAttribute("created_at");
  }

  /** `in_progress`, `failed`, `cancelled`, `succeeded`, or a word of a newer service. */
  get status(): string {
    return this.dataSource.getStringAttribute("status");
  }

  /** The checks that ran, by suite. */
  get checkSuites(): MergeQueueDataList<MergeQueueCheckSuiteReference> {
    return new MergeQueueDataList(this.dataSource, "check_suites", MergeQueueCheckSuiteReference);
  }

  /** Everything that the service answers beyond these attributes, as an object by wire name; null if nothing. */
  get additionalDetails(): IResolvable {
    return this.dataSource.interpolationForAttribute("additional_details");
  }

  /** What holds the attributes in Terraform. */
  protected override get element(): TerraformDataSource {
    return this.dataSource;
  }
}
