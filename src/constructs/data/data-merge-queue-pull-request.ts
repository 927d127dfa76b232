import type { Finding } from "../../queue/finding";
import { INTEGER_BOUNDS } from "../../queue/settings";
import { quote } from "../../text/quote";
import type { Construct, IResolvable, TerraformDataSource } from "../cdk";
import { MergeQueueElement } from "../queue/merge-queue-element";
import { checkText, optional } from "./check-data-props";
import type { DataMergeQueuePullRequestProps } from "./data-source-props";
import { declareDataSource } from "./declare-data-source";
import { QUEUE_REFERENCE_CHECKS } from "./queue-reference-checks";
import { MergeQueueReadinessReference } from "./readiness-reference";

/**
 * A pull request that was submitted to a queue, chosen by its number or by its branch. What the service leaves out
 * is null. It is an error of the plan if no such pull request was ever submitted.
 *
 * Its address is `data.mergequeue_pull_request.<id>` if it is created directly in a stack.
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
export class DataMergeQueuePullRequest extends MergeQueueElement {
  /** Type of the data source in Terraform, as the CDK's own classes and matchers name it. */
  static readonly tfResourceType = "mergequeue_pull_request";

  /** The Terraform data source, for what the props do not offer: overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, props: DataMergeQueuePullRequestProps) {
    super(scope, id);
    const checks = { ...QUEUE_REFERENCE_CHECKS, number: optional(checkNumber), branch: optional(checkText) };
    this.dataSource = declareDataSource(
      this,
      DataMergeQueuePullRequest.tfResourceType,
      props,
      checks,
      checkSelector,
    );
  }

  /** Number at the code host. */
  get number(): number {
    return this.dataSource.getNumberAttribute("number");
  }

  /** Head branch that has chosen it; null where its number has. */
  get branch(): string {
    return this.dataSource.getStringAttribute("branch");
  }

  /** Title. */
  get title(): string {
    return this.dataSource.getStringAttribute("title");
  }

  /** Who opened it. */
  get author(): string {
    return this.dataSource.getStringAttribute("author");
  }

  /** Where it is in the queue: `pending`, `testing`, …, or a word of a newer service. */
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

  /** Branch that it targets. */
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

  /** The default priority that it got because it was submitted without one; null if it has its own. */
  get usedDefaultPriorityName(): string {
    return this.dataSource.getStringAttribute("used_default_priority_name");
  }

  /** Whether it goes ahead of all others. */
  get skipTheLine(): IResolvable {
    return this.dataSource.getBooleanAttribute("skip_the_line");
  }

  /** The service's id of it, in the service's format. */
  get id(): string {
    return this.dataSource.getStringAttribute("id");
  }

  /** Whether it was put into the queue although it was not ready. */
  get forceEnqueued(): IResolvable {
    return this.dataSource.getBooleanAttribute("force_enqueued");
  }

  /** Whether it is in the queue now. */
  get isCurrentlySubmittedToQueue(): IResolvable {
    return this.dataSource.getBooleanAttribute("is_currently_submitted_to_queue");
  }

  /** What it has to fulfil before it can be tested. */
  get readiness(): MergeQueueReadinessReference {
    return new MergeQueueReadinessReference(this.dataSource, "readiness", false);
  }

  /** Whether `readiness` allows testing to start; null where that cannot be told. */
  get canStartTesting(): IResolvable {
    return this.dataSource.getBooleanAttribute("can_start_testing");
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

function checkNumber(value: unknown): string | undefined {
  const { max } = INTEGER_BOUNDS;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max) return undefined;
  return `Must be a whole number from 0 to ${max}, got ${quote(value)}.`;
}

function checkSelector({ number, branch }: DataMergeQueuePullRequestProps): Finding[] {
  const given = [number, branch].filter((value) => value !== undefined).length;
  if (given === 1) return [];
  return given === 0
    ? [{ path: ["number"], message: "Set number or branch: it says which pull request to read." }]
    : [
        {
          path: ["branch"],
          message: "Set number or branch, not both: they may mean different pull requests.",
        },
      ];
}
