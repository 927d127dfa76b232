import { App, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import {
  MergeQueue,
  MergeQueueProvider,
  type QueueDefaultProps,
  QueueDefaults,
  QueuePolicy,
  QueueRules,
} from "terraform-provider-mergequeue";
import { REPOSITORIES } from "./repositories";

const app = new App();
const stack = new TerraformStack(app, "fleet");

// Address and token come from MERGEQUEUE_BASE_URL and MERGEQUEUE_TOKEN when Terraform runs.
new MergeQueueProvider(stack, "mergequeue");

// Defaults for every queue.
QueueDefaults.of(app).add({
  mode: "single",
  concurrency: 4,
  batching: { minSize: 2, maxWaitMinutes: 10 },
  testingTimeoutMinutes: 60,
  requiredStatuses: ["ci/build", "ci/test"],
  directMergeMode: "off",
  mergeMethod: "squash",
  deletionPolicy: "drain",
});

// The three repositories that need something else.
const exceptions: Readonly<Record<string, QueueDefaultProps>> = {
  ledger: { concurrency: 1, batching: false },
  "design-system": { requiredStatuses: ["ci/build", "ci/test", "ci/screenshots"] },
  monolith: { testingTimeoutMinutes: 180, concurrency: 8 },
};

// A queue for each repository, below its team, so that a team can have its own defaults.
for (const { name, team, branch = "main" } of REPOSITORIES) {
  const scope = stack.node.tryFindChild(team) ?? new Construct(stack, team);
  new MergeQueue(scope, name, {
    repo: `github.com/acme/${name}`,
    targetBranch: branch,
    ...exceptions[name],
  });
}

// Rules for every queue.
QueuePolicy.of(app)
  .require(QueueRules.requiredStatuses({ including: ["ci/build", "ci/test"] }))
  .require(QueueRules.within("concurrency", { max: 8 }))
  .forbid(QueueRules.directMerge())
  .forbid(QueueRules.deletionPolicy("abandon"))
  .require({
    message: "one pull request at a time where money is booked",
    test: ({ repo, settings }) => repo.name !== "ledger" || settings.concurrency === 1,
  });

app.synth();
