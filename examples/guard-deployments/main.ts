import { App, DataResource, Op, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import { DataMergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue";

class GuardedStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN when Terraform runs.
    new MergeQueueProvider(this, "mergequeue");

    const release = new TerraformVariable(this, "release", {
      description: "What to deploy.",
      type: "string",
      default: "v1",
    });

    const queue = new DataMergeQueue(this, "main", { repo: "github.com/acme/web", targetBranch: "main" });

    // A placeholder for the deployment. While the queue is paused, its precondition fails the plan.
    new DataResource(this, "deployment", {
      input: { release: release.stringValue },
      lifecycle: {
        precondition: [
          {
            condition: Op.neq(queue.state, "paused"),
            errorMessage: `Merge queue ${queue.id} is paused: nothing is deployed until it runs again.`,
          },
        ],
      },
    });

    // Only warns. CDKTF has no construct for check blocks, so this is Terraform's JSON.
    this.addOverride("check.queue_moves.assert", [
      {
        condition: Op.eq(queue.state, "running"),
        error_message: `Merge queue ${queue.id} does not run: it shows ${queue.state}.`,
      },
      {
        condition: Op.lt(queue.enqueuedPullRequests.count, 20),
        error_message: `20 pull requests or more wait in merge queue ${queue.id}.`,
      },
    ]);

    new TerraformOutput(this, "waiting", {
      description: "How many pull requests are in the queue.",
      value: queue.enqueuedPullRequests.count,
    });
  }
}

const app = new App();
new GuardedStack(app, "guard-deployments");
app.synth();
