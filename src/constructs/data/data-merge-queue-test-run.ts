import type { Construct } from "../cdk";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { checkText, required } from "../values/check-props";
import { type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import { DataMergeQueueTestRunAttributes } from "./references.generated";

/** Props of `DataMergeQueueTestRun`. */
export interface DataMergeQueueTestRunProps extends DataMergeQueueProps {
  /** The service's id for the test run. Must not be empty. */
  readonly testRunId: string;
}

/**
 * One test run of a queue, in progress or ended. Fields that the service leaves out are null. The plan fails
 * if the test run does not exist.
 *
 * Directly in a stack, the address of the data source is `data.mergequeue_test_run.<id>`.
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
export class DataMergeQueueTestRun extends DataMergeQueueTestRunAttributes {
  /** Terraform type of the data source. The CDK's test matchers read this property. */
  static readonly tfResourceType = "mergequeue_test_run";

  constructor(scope: Construct, id: string, props: DataMergeQueueTestRunProps) {
    const checks = { ...IDENTITY_CHECKS, testRunId: required(checkText) };
    super(scope, id, (element) =>
      declareDataSource(element, DataMergeQueueTestRun.tfResourceType, props, checks),
    );
  }
}
