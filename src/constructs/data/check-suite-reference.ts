import { ComplexObject } from "../cdk";
import { MergeQueueDataList } from "./merge-queue-data-list";

/** One check of a suite. */
export class MergeQueueCheckRunReference extends ComplexObject {
  /** Name of the check. */
  get name(): string {
    return this.getStringAttribute("name");
  }
}

/** Checks that ran together in a test run. */
export class MergeQueueCheckSuiteReference extends ComplexObject {
  /** The checks of the suite. */
  get checkRuns(): MergeQueueDataList<MergeQueueCheckRunReference> {
    return new MergeQueueDataList(this, "check_runs", MergeQueueCheckRunReference);
  }
}
