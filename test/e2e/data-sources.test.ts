import { attachStage, HEAD, listGuardingBlocks, onStages, QUEUE_ID, stage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

/** A data source whose branch is known after the apply. */
const LATER = `${HEAD}
resource "terraform_data" "branch" {
  input = "main"
}
data "mergequeue_queue" "later" {
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = terraform_data.branch.output
}
output "later" {
  value = data.mergequeue_queue.later.id
}
`;

test("C-20: a plan leaves a read with unknown arguments to the apply", async () => {
  await attachStage(LATER);
  await stage.call("createQueue");
  const { output } = await stage.workspace.run(["plan"]);
  expect(flatten(output)).toContain("data.mergequeue_queue.later will be read during apply");
  await stage.workspace.converge();
  expect(await stage.workspace.readOutputs()).toEqual({ later: QUEUE_ID });
});

test("a check of a pull request that was never submitted warns, and fails no plan, as a guide says", async () => {
  const [check = ""] = /^check "release_can_start" \{.*?^\}$/ms.exec(listGuardingBlocks().join("\n")) ?? [];
  await attachStage(HEAD + check);
  await stage.call("createQueue", {});
  const { output } = await stage.workspace.run(["plan"]);
  expect(output).toMatch(/Warning: .*\n[^]*data\.mergequeue_pull_request\.release/);
});

test("the configurations in docs/guides/guarding-deployments.md are valid without a service", async () => {
  // Older versions know no functions or actions; functions.test.ts and actions.test.ts run those blocks.
  const known = listGuardingBlocks().filter((block) => !/provider::|^action "/m.test(block));
  expect(known.length).toBeGreaterThanOrEqual(5);
  const env = { MERGEQUEUE_BASE_URL: undefined, MERGEQUEUE_TOKEN: undefined };
  await attachStage(HEAD + known.join("\n"), { env });
  await stage.workspace.run(["validate"]);
});
