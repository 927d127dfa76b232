import type { Repository } from "../queue/queue-identity";
import type { ITerraformDependable, TerraformDataSource, TerraformResource } from "./cdk";
import { Construct } from "./cdk";

/** Whatever a stack declares about one queue: its address in Terraform, and which queue it is. */
export abstract class MergeQueueElement extends Construct implements ITerraformDependable {
  /** What holds the attributes in Terraform. */
  protected abstract get element(): TerraformResource | TerraformDataSource;

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
