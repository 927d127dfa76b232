import { type Construct, Fn } from "../cdk";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { checkText, required } from "../values/check-props";
import { DataMergeQueueElement, type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import { MergeQueueCheckSuiteReference, MergeQueueDataList } from "./references";

/** Props of `DataMergeQueueTestRun`. */
export interface DataMergeQueueTestRunProps extends DataMergeQueueProps {
  /** The service's id for the test run; not empty. */
  readonly testRunId: string;
}

/**
 * One run in which a queue tests pull requests, or has tested them. Fields that the service leaves out are null. The
 * plan fails if there is no such run.
 *
 * Directly in a stack, its address is `data.mergequeue_test_run.<id>`.
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
export class DataMergeQueueTestRun extends DataMergeQueueElement {
  /** Terraform type of the data source, under the name that the CDK's matchers read. */
  static readonly tfResourceType = "mergequeue_test_run";
  /** The service's id of the run. */
  readonly testRunId = this.dataSource.getStringAttribute("test_run_id");
  /** Names of the statuses that must all pass for the run to succeed, in any order. */
  readonly requiredStatuses: string[] = Fn.tolist(this.dataSource.getListAttribute("required_statuses"));
  /**
   * Source of the required statuses: `service_config`, `repo_provider_branch_protection`, `merge_instance`, or a word
   * of a newer service.
   */
  readonly requiredStatusesSource = this.dataSource.getStringAttribute("required_statuses_source");
  /** The temporary branch that is tested. */
  readonly testBranch = this.dataSource.getStringAttribute("test_branch");
  /** Commit at the tip of the branch when the run started. */
  readonly testBranchSha = this.dataSource.getStringAttribute("test_branch_sha");
  /** Creation time, in ISO 8601. */
  readonly createdAt = this.dataSource.getStringAttribute("created_at");
  /** `in_progress`, `failed`, `cancelled`, `succeeded`, or a word of a newer service. */
  readonly status = this.dataSource.getStringAttribute("status");
  /** The checks that ran, by suite. */
  readonly checkSuites = new MergeQueueDataList(
    this.dataSource,
    "check_suites",
    MergeQueueCheckSuiteReference,
  );
  /** All other fields of the service's response, as an object by wire name; null if there are none. */
  readonly additionalDetails = this.dataSource.interpolationForAttribute("additional_details");

  constructor(scope: Construct, id: string, props: DataMergeQueueTestRunProps) {
    const checks = { ...IDENTITY_CHECKS, testRunId: required(checkText) };
    super(scope, id, (element) =>
      declareDataSource(element, DataMergeQueueTestRun.tfResourceType, props, checks),
    );
  }
}
