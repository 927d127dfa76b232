import { App, HttpBackend, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue";

class QueuesStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // The pipeline sets the address of the state. Without Terraform, there is no state and no address.
    const { TF_HTTP_ADDRESS: address } = process.env;
    if (address !== undefined && address !== "") new HttpBackend(this, { address });

    // Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN when the pipeline plans and applies.
    new MergeQueueProvider(this, "mergequeue");

    new MergeQueue(this, "web", {
      repo: "github.com/acme/web",
      targetBranch: "main",
      mode: "single",
      mergeMethod: "squash",
      requiredStatuses: ["ci/build", "ci/test"],
    });
  }
}

const app = new App();
new QueuesStack(app, "queues");
app.synth();
