import type { IResolvable } from "../cdk";
import { ComplexObject } from "../cdk";

/** What a pull request has to fulfil before it can be tested. Null as a whole if the service does not tell. */
export class MergeQueueReadinessReference extends ComplexObject {
  /** Whether its impacted targets have been reported. */
  get hasImpactedTargets(): IResolvable {
    return this.getBooleanAttribute("has_impacted_targets");
  }

  /** Whether the queue requires them before it tests. */
  get requiresImpactedTargets(): IResolvable {
    return this.getBooleanAttribute("requires_impacted_targets");
  }

  /** Whether the branch that it targets is the queue's target branch. */
  get doesBaseBranchMatch(): IResolvable {
    return this.getBooleanAttribute("does_base_branch_match");
  }

  /** What the code host last said: `unspecified`, `in_progress`, `mergeable`, `not_mergeable`, or a newer word. */
  get hostMergeability(): string {
    return this.getStringAttribute("host_mergeability");
  }
}
