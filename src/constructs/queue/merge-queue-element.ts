import type { Repository } from "../../queue/queue-identity";
import type { ITerraformDependable } from "../cdk";
import { Construct } from "../cdk";
import type { MergeQueueValues } from "./merge-queue-values";

/** Whatever a stack declares about one queue: its address in Terraform, and which queue it is. */
export abstract class MergeQueueElement extends Construct implements ITerraformDependable {
  /** What answers the attributes as references. */
  protected abstract get element(): MergeQueueValues;

  /** Its Terraform address as a token, so that it can stand in `dependsOn` of another resource. */
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
