import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CANARY_TOKEN, declareQueue, QueueStage } from "../support/e2e/queue-stage";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";

const { product, major, minor } = readTerraformVersion();
// Ephemeral variables came with Terraform 1.10 and OpenTofu 1.11.
const testEphemeral = major > 1 || minor >= (product === "Terraform" ? 10 : 11) ? test : test.skip;

let stage: QueueStage;

afterEach(async () => {
  await stage.close();
});

const OPTIONS = { TF_LOG: "TRACE", DEBUG: "*", NODE_DEBUG: "http,undici,tls" };

testEphemeral("S-02: a token in an ephemeral variable is in no plan, state or trace log", async () => {
  const recipe = await readFile(join(__dirname, "../../examples/recipes/ephemeral-token/main.tf"), "utf8");
  stage = await QueueStage.create(recipe, {
    env: { MERGEQUEUE_TOKEN: undefined, TF_VAR_mergequeue_token: CANARY_TOKEN, ...OPTIONS },
  });
  const { workspace } = stage;
  const log = { TF_LOG_PATH: join(workspace.directory, "trace.log") };
  await workspace.run(["plan", "-out=saved.tfplan"], log);
  await workspace.run(["apply", "saved.tfplan"], log);
  expect(stage.hasQueue()).toBe(true);
  await expect(workspace.listLeaks(CANARY_TOKEN)).resolves.toEqual([]);
});

test("S-02: a token in the configuration is found in the plan, which proves that the search works", async () => {
  const provider = `provider "mergequeue" {\n  token = "${CANARY_TOKEN}"\n}`;
  stage = await QueueStage.create(declareQueue("  concurrency = 2", provider));
  const { workspace } = stage;
  await workspace.run(["plan", "-out=saved.tfplan"]);
  const leaks = await workspace.listLeaks(CANARY_TOKEN, "even what was written");
  const places = leaks.map((leak) => leak.replace(/ holds .*/, ""));
  expect(places).toContain("work/main.tf");
  expect(places).toContain("work/saved.tfplan:tfconfig/m-/main.tf");
});
