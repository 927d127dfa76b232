import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { HEAD, QUEUE_ID, QueueStage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

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
  const stage = await QueueStage.attach(LATER);
  try {
    await stage.call("createQueue");
    const { output } = await stage.workspace.run(["plan"]);
    expect(flatten(output)).toContain("data.mergequeue_queue.later will be read during apply");
    await stage.workspace.converge();
    expect(await stage.workspace.readOutputs()).toEqual({ later: QUEUE_ID });
  } finally {
    await stage.close();
  }
});

test("a check of a pull request that was never submitted warns, and fails no plan, as a guide says", async () => {
  const page = readFileSync(resolve(__dirname, "../../docs/guides/guarding-deployments.md"), "utf8");
  const [check = ""] = /^check "release_can_start" \{.*?^\}$/ms.exec(page) ?? [];
  const stage = await QueueStage.attach(HEAD + check);
  try {
    await stage.call("createQueue", {});
    const { output } = await stage.workspace.run(["plan"]);
    expect(output).toMatch(/Warning: .*\n[^]*data\.mergequeue_pull_request\.release/);
  } finally {
    await stage.close();
  }
});

describe("data sources without a service", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  const offline = { env: { MERGEQUEUE_BASE_URL: undefined, MERGEQUEUE_TOKEN: undefined } };

  test("the configurations in docs/guides/guarding-deployments.md are valid", async () => {
    const page = readFileSync(resolve(__dirname, "../../docs/guides/guarding-deployments.md"), "utf8");
    const blocks = [...page.matchAll(/^```hcl\n(.*?)^```$/gms)].map(([, block = ""]) => block);
    // Older versions know no functions or actions; functions.test.ts and actions.test.ts run those blocks.
    const known = blocks.filter((block) => !/provider::|^action "/m.test(block));
    expect(known.length).toBeGreaterThanOrEqual(5);
    stage = await QueueStage.attach(HEAD + known.join("\n"), offline);
    await stage.workspace.run(["validate"]);
  });
});
