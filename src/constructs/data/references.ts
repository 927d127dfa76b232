import { ComplexObject, StringMap } from "../cdk";
import { MergeQueueDataList } from "./merge-queue-data-list";

/** A pull request in a list of a data source. Fields that the service leaves out are null. */
export class MergeQueuePullRequestReference extends ComplexObject {
  /** Number at the code host. */
  readonly number = this.getNumberAttribute("number");
  /** Title. */
  readonly title = this.getStringAttribute("title");
  /** The user who opened it. */
  readonly author = this.getStringAttribute("author");
  /** Its state in the queue: `pending`, `testing`, …, or a state of a newer service. */
  readonly state = this.getStringAttribute("state");
  /** Time of the last change of `state`, in the service's format. */
  readonly stateChangedAt = this.getStringAttribute("state_changed_at");
  /** Commit at the tip of its branch. */
  readonly sha = this.getStringAttribute("sha");
  /** The branch that it targets. */
  readonly baseBranch = this.getStringAttribute("base_branch");
  /** Its priority as a number. */
  readonly priorityValue = this.getNumberAttribute("priority_value");
  /** Its priority as a word. */
  readonly priorityName = this.getStringAttribute("priority_name");
  /** The default priority, if it was submitted without one; else null. */
  readonly usedDefaultPriorityName = this.getStringAttribute("used_default_priority_name");
  /** Whether it goes ahead of all others. */
  readonly skipTheLine = this.getBooleanAttribute("skip_the_line");
  /** The service's id for it, in the service's format. */
  readonly id = this.getStringAttribute("id");
  /** Whether it is tested alone although the queue makes batches. */
  readonly noBatch = this.getBooleanAttribute("no_batch");
}

/** Conditions that a pull request must meet before it can be tested. Null as a whole if the service omits them. */
export class MergeQueueReadinessReference extends ComplexObject {
  /** Whether its impacted targets have been reported. */
  readonly hasImpactedTargets = this.getBooleanAttribute("has_impacted_targets");
  /** Whether the queue requires impacted targets before it tests. */
  readonly requiresImpactedTargets = this.getBooleanAttribute("requires_impacted_targets");
  /** Whether it targets the queue's target branch. */
  readonly doesBaseBranchMatch = this.getBooleanAttribute("does_base_branch_match");
  /** What the code host last reported: `unspecified`, `in_progress`, `mergeable`, `not_mergeable`, or a newer word. */
  readonly hostMergeability = this.getStringAttribute("host_mergeability");
}

/** One check of a suite. */
export class MergeQueueCheckRunReference extends ComplexObject {
  /** Name of the check. */
  readonly name = this.getStringAttribute("name");
}

/** Checks that ran together in a test run. */
export class MergeQueueCheckSuiteReference extends ComplexObject {
  /** The checks of the suite. */
  readonly checkRuns = new MergeQueueDataList(this, "check_runs", MergeQueueCheckRunReference);
}

/** One sample of the metrics. */
export class MergeQueueMetricSampleReference extends ComplexObject {
  /** Name of the metric, with its suffix, for example `_bucket`. */
  readonly name = this.getStringAttribute("name");
  /** The sample's labels: `labels.lookup("state")`. */
  readonly labels = new StringMap(this, "labels");
  /** The value; null for NaN and infinities, which Terraform numbers do not have. */
  readonly value = this.getNumberAttribute("value");
  /** The value as text: a decimal number, `NaN`, `+Inf` or `-Inf`. */
  readonly valueText = this.getStringAttribute("value_text");
}
