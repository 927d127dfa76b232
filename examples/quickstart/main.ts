import { App, TerraformOutput, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue";

class QuickstartStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN when Terraform runs.
    new MergeQueueProvider(this, "mergequeue");

    const queue = new MergeQueue(this, "main", {
      repo: "github.com/acme/web",
      targetBranch: "main",
      mode: "single",
      concurrency: 4,
      batching: { minSize: 2, maxWaitMinutes: 10 },
      testingTimeoutMinutes: 60,
      requiredStatuses: ["ci/build", "ci/test"],
      mergeMethod: "squash",
    });

    new TerraformOutput(this, "queue_id", { value: queue.id });
  }
}

const app = new App();
new QuickstartStack(app, "quickstart");
app.synth();
