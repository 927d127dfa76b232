import {
  ComplexList,
  ComplexObject,
  Fn,
  type IInterpolatingParent,
  type IResolvable,
  StringMap,
} from "../cdk";

/** Class of a reference to one element. */
export type MergeQueueReferenceClass<Reference extends ComplexObject> = new (
  parent: IInterpolatingParent,
  attribute: string,
  isFromSet: boolean,
  index: number,
) => Reference;

/**
 * A list attribute of a data source. Only Terraform knows its length: `get(0).title` is an expression that
 * fails the plan if there is no such element.
 */
export class MergeQueueDataList<Reference extends ComplexObject> extends ComplexList {
  readonly #reference: MergeQueueReferenceClass<Reference>;

  constructor(
    parent: IInterpolatingParent,
    attribute: string,
    reference: MergeQueueReferenceClass<Reference>,
  ) {
    super(parent, attribute, false);
    this.#reference = reference;
  }

  /** Number of elements. */
  get count(): number {
    return Fn.lengthOf(this);
  }

  /** Returns a reference to the element at an index, from 0. */
  get(index: number): Reference {
    return new this.#reference(this.terraformResource, this.terraformAttribute, false, index);
  }
}

/** A pull request in a list of a data source. Fields that the service leaves out are null. */
export class MergeQueuePullRequestReference extends ComplexObject {
  /** Number at the code host. */
  get number(): number {
    return this.getNumberAttribute("number");
  }
  /** Title. */
  get title(): string {
    return this.getStringAttribute("title");
  }
  /** The user who opened it. */
  get author(): string {
    return this.getStringAttribute("author");
  }
  /** Its state in the queue: `pending`, `testing`, …, or a state of a newer service. */
  get state(): string {
    return this.getStringAttribute("state");
  }
  /** Time of the last change of `state`, in the service's format. */
  get stateChangedAt(): string {
    return this.getStringAttribute("state_changed_at");
  }
  /** Commit at the tip of its branch. */
  get sha(): string {
    return this.getStringAttribute("sha");
  }
  /** The branch that it targets. */
  get baseBranch(): string {
    return this.getStringAttribute("base_branch");
  }
  /** Its priority as a number. */
  get priorityValue(): number {
    return this.getNumberAttribute("priority_value");
  }
  /** Its priority as a word. */
  get priorityName(): string {
    return this.getStringAttribute("priority_name");
  }
  /** The default priority, if it was submitted without one; else null. */
  get usedDefaultPriorityName(): string {
    return this.getStringAttribute("used_default_priority_name");
  }
  /** Whether it goes ahead of all others. */
  get skipTheLine(): IResolvable {
    return this.getBooleanAttribute("skip_the_line");
  }
  /** The service's id for it, in the service's format. */
  get id(): string {
    return this.getStringAttribute("id");
  }
  /** Whether it is tested alone although the queue makes batches. */
  get noBatch(): IResolvable {
    return this.getBooleanAttribute("no_batch");
  }
}

/** Conditions that a pull request must meet to be tested. Null as a whole if the service omits them. */
export class MergeQueueReadinessReference extends ComplexObject {
  /** Whether its impacted targets have been reported. */
  get hasImpactedTargets(): IResolvable {
    return this.getBooleanAttribute("has_impacted_targets");
  }
  /** Whether the queue requires impacted targets before it tests. */
  get requiresImpactedTargets(): IResolvable {
    return this.getBooleanAttribute("requires_impacted_targets");
  }
  /** Whether it targets the queue's target branch. */
  get doesBaseBranchMatch(): IResolvable {
    return this.getBooleanAttribute("does_base_branch_match");
  }
  /** The host's last report: `unspecified`, `in_progress`, `mergeable`, `not_mergeable`, or a newer word. */
  get hostMergeability(): string {
    return this.getStringAttribute("host_mergeability");
  }
}

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

/** All reports of one status in a test run. */
export class MergeQueueStatusCheckReference extends ComplexObject {
  /** Name of the status. */
  get context(): string {
    return this.getStringAttribute("context");
  }
  /** The worst reported state: `success`, `pending`, `error`, `failure`, or a word of a newer service. */
  get state(): string {
    return this.getStringAttribute("state");
  }
  /** How many reports have that state. */
  get count(): number {
    return this.getNumberAttribute("count");
  }
  /** How many reports there are. */
  get total(): number {
    return this.getNumberAttribute("total");
  }
  /** Where the first report in that state leads; null if it names no place. */
  get url(): string {
    return this.getStringAttribute("url");
  }
}

/** A pull request that a test run tests. Fields that the service leaves out are null. */
export class MergeQueueTestedPullRequestReference extends ComplexObject {
  /** Number at the code host. */
  get number(): number {
    return this.getNumberAttribute("number");
  }
  /** Title. */
  get title(): string {
    return this.getStringAttribute("title");
  }
  /** Its page at the code host. */
  get url(): string {
    return this.getStringAttribute("url");
  }
}

/** One sample of the metrics. */
export class MergeQueueMetricSampleReference extends ComplexObject {
  /** Name of the metric, with its suffix, for example `_bucket`. */
  get name(): string {
    return this.getStringAttribute("name");
  }
  /** The sample's labels: `labels.lookup("state")`. */
  get labels(): StringMap {
    return new StringMap(this, "labels");
  }
  /** The value; null for NaN and infinities, which Terraform numbers do not have. */
  get value(): number {
    return this.getNumberAttribute("value");
  }
  /** The value as text: a decimal number, `NaN`, `+Inf` or `-Inf`. */
  get valueText(): string {
    return this.getStringAttribute("value_text");
  }
}
