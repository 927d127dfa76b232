import type { IResolvable } from "../cdk";
import { ComplexObject } from "../cdk";

/** A pull request in a list that a data source shows. What the service leaves out is null. */
export class MergeQueuePullRequestReference extends ComplexObject {
  /** Number at the code host. */
  get number(): number {
    return this.getNumberAttribute("number");
  }

  /** Title. */
  get title(): string {
    return this.getStringAttribute("title");
  }

  /** Who opened it. */
  get author(): string {
    return this.getStringAttribute("author");
  }

  /** Where it is in the queue: `pending`, `testing`, …, or a word of a newer service. */
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

  /** Branch that it targets. */
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

  /** The default priority that it got because it was submitted without one; null if it has its own. */
  get usedDefaultPriorityName(): string {
    return this.getStringAttribute("used_default_priority_name");
  }

  /** Whether it goes ahead of all others. */
  get skipTheLine(): IResolvable {
    return this.getBooleanAttribute("skip_the_line");
  }

  /** The service's id of it, in the service's format. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Whether it is tested alone although the queue makes batches. */
  get noBatch(): IResolvable {
    return this.getBooleanAttribute("no_batch");
  }
}
