import type { TerraformStack } from "cdktf";
import { MergeQueue, MergeQueueProvider, QueuePolicy, QueueRules } from "terraform-provider-mergequeue";

/** Declares the queues, and the policy for all of them. */
export function declareQueues(stack: TerraformStack): void {
  // Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN.
  new MergeQueueProvider(stack, "mergequeue");

  // A queue that breaks a rule is not synthesized.
  QueuePolicy.of(stack)
    // if new
    .forbid(QueueRules.directMerge())
    // end
    .forbid(QueueRules.deletionPolicy("abandon"));

  // if new
  // A setting that is left out is not managed: it is read and shown, but never changed.
  new MergeQueue(stack, "__NAME__", {
    repo: "__REPO__",
    targetBranch: "__BRANCH__",
    // Tests one pull request at a time. With "parallel", each pull request must report its impacted targets.
    mode: "single",
    mergeMethod: "squash",
    // end
    // if statuses
    requiredStatuses: ["__STATUSES__"],
    // end
    // if protection
    // Required statuses are those of branch protection. A list here would replace them.
    // end
    // if new
  });
  // end
  // if live
  // As the queue is now. A setting that is left out is not managed: it is read and shown, but never changed.
  // end
  // if inherited
  // Required statuses are a comment, because they may come from branch protection. Uncomment them if not.
  // end
  // if live
  // Remove importFrom after the first apply of Terraform.
  // __CODE__
  // end
}
