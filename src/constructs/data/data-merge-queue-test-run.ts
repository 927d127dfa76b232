import { type Construct, Fn, type IResolvable } from "../cdk";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { checkText, required } from "../values/check-props";
import { DataMergeQueueElement, type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import {
  MergeQueueCheckSuiteReference,
  MergeQueueDataList,
  MergeQueueStatusCheckReference,
  MergeQueueTestedPullRequestReference,
} from "./references";

/** Props of `DataMergeQueueTestRun`. */
export interface DataMergeQueueTestRunProps extends DataMergeQueueProps {
  /** The service's id for the test run; not empty. */
  readonly testRunId: string;
}

/**
 * One run in which a queue tests pull requests, or has tested them. Fields that the service leaves out are
 * null. The plan fails if there is no such run.
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
  get testRunId(): string {
    return this.dataSource.getStringAttribute("test_run_id");
  }
  /** Names of the statuses that must all pass for the run to succeed, in any order. */
  get requiredStatuses(): string[] {
    return Fn.tolist(this.dataSource.getListAttribute("required_statuses"));
  }
  /**
   * Source of the required statuses: `service_config`, `repo_provider_branch_protection`, `merge_instance`,
   * or a word of a newer service.
   */
  get requiredStatusesSource(): string {
    return this.dataSource.getStringAttribute("required_statuses_source");
  }
  /** The temporary branch that is tested. */
  get testBranch(): string {
    return this.dataSource.getStringAttribute("test_branch");
  }
  /** Commit at the tip of the branch when the run started. */
  get testBranchSha(): string {
    return this.dataSource.getStringAttribute("test_branch_sha");
  }
  /** Creation time, in ISO 8601. */
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
  /** The statuses that were reported, one a name; null if the service shows none in this form. */
  get statusChecks(): MergeQueueDataList<MergeQueueStatusCheckReference> {
    return new MergeQueueDataList(this.dataSource, "status_checks", MergeQueueStatusCheckReference);
  }
  /** The pull requests that the run tests; null if the service does not name them in this form. */
  get testedPullRequests(): MergeQueueDataList<MergeQueueTestedPullRequestReference> {
    return new MergeQueueDataList(
      this.dataSource,
      "tested_pull_requests",
      MergeQueueTestedPullRequestReference,
    );
  }
  /** All other fields of the service's response, as an object by wire name; null if there are none. */
  get additionalDetails(): IResolvable {
    return this.dataSource.interpolationForAttribute("additional_details");
  }

  constructor(scope: Construct, id: string, props: DataMergeQueueTestRunProps) {
    const checks = { ...IDENTITY_CHECKS, testRunId: required(checkText) };
    super(scope, id, (element) =>
      declareDataSource(element, DataMergeQueueTestRun.tfResourceType, props, checks),
    );
  }
}
