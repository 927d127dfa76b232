import { INTEGER_BOUNDS } from "../../queue/settings";
import { quote } from "../../text/quote";
import type { Construct, IResolvable } from "../cdk";
import { IDENTITY_CHECKS } from "../queue/validate-queue-props";
import { checkText, optional } from "../values/check-props";
import { DataMergeQueueElement, type DataMergeQueueProps, declareDataSource } from "./declare-data-source";
import { MergeQueueReadinessReference } from "./references";

/** Props of `DataMergeQueuePullRequest`: exactly one of `number` and `branch`. */
export interface DataMergeQueuePullRequestProps extends DataMergeQueueProps {
  /** Number at the code host: a whole number from 0 to 4294967295. @default - found by `branch` */
  readonly number?: number | undefined;
  /** Head branch: finds its open pull request, else the one closed last. @default - found by `number` */
  readonly branch?: string | undefined;
}

/**
 * A pull request that was submitted to a queue, found by its number or its branch. Fields that the service
 * leaves out are null. The plan fails if no such pull request was ever submitted.
 *
 * Directly in a stack, its address is `data.mergequeue_pull_request.<id>`.
 *
 * @example
 * ```ts
 * const change = new DataMergeQueuePullRequest(this, "change", {
 *   repo: "github.com/acme/web",
 *   targetBranch: "main",
 *   number: 7,
 * });
 * ```
 */
export class DataMergeQueuePullRequest extends DataMergeQueueElement {
  /** Terraform type of the data source, under the name that the CDK's matchers read. */
  static readonly tfResourceType = "mergequeue_pull_request";
  /** Number at the code host. */
  get number(): number {
    return this.dataSource.getNumberAttribute("number");
  }
  /** The head branch that it was found by; null if it was found by number. */
  get branch(): string {
    return this.dataSource.getStringAttribute("branch");
  }
  /** Title. */
  get title(): string {
    return this.dataSource.getStringAttribute("title");
  }
  /** The user who opened it. */
  get author(): string {
    return this.dataSource.getStringAttribute("author");
  }
  /** Its state in the queue: `pending`, `testing`, …, or a state of a newer service. */
  get state(): string {
    return this.dataSource.getStringAttribute("state");
  }
  /** Time of the last change of `state`, in the service's format. */
  get stateChangedAt(): string {
    return this.dataSource.getStringAttribute("state_changed_at");
  }
  /** Commit at the tip of its branch. */
  get sha(): string {
    return this.dataSource.getStringAttribute("sha");
  }
  /** The branch that it targets. */
  get baseBranch(): string {
    return this.dataSource.getStringAttribute("base_branch");
  }
  /** Its priority as a number. */
  get priorityValue(): number {
    return this.dataSource.getNumberAttribute("priority_value");
  }
  /** Its priority as a word. */
  get priorityName(): string {
    return this.dataSource.getStringAttribute("priority_name");
  }
  /** The default priority, if it was submitted without one; else null. */
  get usedDefaultPriorityName(): string {
    return this.dataSource.getStringAttribute("used_default_priority_name");
  }
  /** Whether it goes ahead of all others. */
  get skipTheLine(): IResolvable {
    return this.dataSource.getBooleanAttribute("skip_the_line");
  }
  /** The service's id for it, in the service's format. */
  get id(): string {
    return this.dataSource.getStringAttribute("id");
  }
  /** Whether it was enqueued although it was not ready. */
  get forceEnqueued(): IResolvable {
    return this.dataSource.getBooleanAttribute("force_enqueued");
  }
  /** Whether it is in the queue now. */
  get isCurrentlySubmittedToQueue(): IResolvable {
    return this.dataSource.getBooleanAttribute("is_currently_submitted_to_queue");
  }
  /** Id of the test run on which it was merged; null before, and from services that do not name it. */
  get verifiedByTestRun(): string {
    return this.dataSource.getStringAttribute("verified_by_test_run");
  }
  /** Conditions that it must meet before it can be tested. */
  get readiness(): MergeQueueReadinessReference {
    return new MergeQueueReadinessReference(this.dataSource, "readiness", false);
  }
  /** Whether `readiness` allows testing to start; null if unknown. */
  get canStartTesting(): IResolvable {
    return this.dataSource.getBooleanAttribute("can_start_testing");
  }
  /** All other fields of the service's response, as an object by wire name; null if there are none. */
  get additionalDetails(): IResolvable {
    return this.dataSource.interpolationForAttribute("additional_details");
  }

  constructor(scope: Construct, id: string, props: DataMergeQueuePullRequestProps) {
    const checks = { ...IDENTITY_CHECKS, number: optional(checkNumber), branch: optional(checkText) };
    super(scope, id, (element) =>
      declareDataSource(element, DataMergeQueuePullRequest.tfResourceType, props, checks),
    );
    this.node.addValidation({ validate: () => checkSelector(Object(props) as typeof props) });
  }
}

function checkNumber(value: unknown): string | undefined {
  const { max } = INTEGER_BOUNDS;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max) return undefined;
  return `Must be a whole number from 0 to ${max}, got ${quote(value)}.`;
}

function checkSelector({ number, branch }: DataMergeQueuePullRequestProps): string[] {
  if (number === undefined && branch === undefined)
    return ["number: Set number or branch to say which pull request to read."];
  if (number === undefined || branch === undefined) return [];
  return ["branch: Set number or branch, not both: they could name different pull requests."];
}
