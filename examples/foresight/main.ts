import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue";

/** Pull requests that are tested at once. */
const CONCURRENCY = Number(process.env["CONCURRENCY"] ?? 8);

class ForesightStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new MergeQueueProvider(this, "mergequeue");
    new MergeQueue(this, "main", {
      repo: "github.com/acme/web",
      targetBranch: "main",
      // CI reports what each pull request changes, with mergequeue pr impacted-targets. Without that step, use "single".
      mode: "parallel",
      concurrency: CONCURRENCY,
      testingTimeoutMinutes: 60,
      requiredStatuses: ["ci/build", "ci/test"],
    });
  }
}

const app = new App();
new ForesightStack(app, "foresight");
app.synth();
