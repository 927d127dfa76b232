import type { Repository } from "../../queue/queue-identity";
import { Construct, type IResolvable, type ITerraformDependable } from "../cdk";

/** Returns a queue's attributes as references. Usually a resource or a data source. */
export interface MergeQueueValues {
  /** Terraform address, as a token. */
  readonly fqn: string;
  /** Returns a reference to a string. @param name - Terraform name of the attribute; `repo.host` for a nested one */
  getStringAttribute(name: string): string;
  /** Returns a reference to a number; see {@link MergeQueueValues.getStringAttribute}. */
  getNumberAttribute(name: string): number;
  /** Returns a reference to a boolean; see {@link MergeQueueValues.getStringAttribute}. */
  getBooleanAttribute(name: string): IResolvable;
  /** Returns a reference to a list of strings; see {@link MergeQueueValues.getStringAttribute}. */
  getListAttribute(name: string): string[];
}

/** A construct for one queue: its Terraform address, and which queue it is. */
export abstract class MergeQueueElement extends Construct implements ITerraformDependable {
  /** Returns the attributes as references. */
  protected abstract get element(): MergeQueueValues;

  /** Terraform address as a token, for `dependsOn` of another resource. */
  get fqn(): string {
    return this.element.fqn;
  }

  /** The repository whose pull requests the queue merges. */
  get repo(): Repository {
    return {
      host: this.element.getStringAttribute("repo.host"),
      owner: this.element.getStringAttribute("repo.owner"),
      name: this.element.getStringAttribute("repo.name"),
    };
  }

  /** The branch that the queue merges into. */
  get targetBranch(): string {
    return this.element.getStringAttribute("target_branch");
  }
}
