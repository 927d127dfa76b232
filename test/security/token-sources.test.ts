import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tryGetSkipReason } from "../../scripts/support/find-terraform";
import { findLocalProvider } from "../support/e2e/local-provider";
import { overrideProvider } from "../support/e2e/provider-source";
import { CANARY_TOKEN, declareQueue, QueueStage } from "../support/e2e/queue-stage";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { makeScratch } from "../support/make-scratch";

const { product, major, minor } = readTerraformVersion();
// Ephemeral variables came with Terraform 1.10 and OpenTofu 1.11.
const hasEphemeral = major > 1 || minor >= (product === "Terraform" ? 10 : 11);
const testEphemeral = hasEphemeral ? test : test.skip;
// Builds the other provider only if its test runs.
const local = hasEphemeral && tryGetSkipReason() === undefined ? findLocalProvider() : undefined;
const missing = local !== undefined && "missing" in local ? local.missing : undefined;
if (missing !== undefined) process.stderr.write(`Skipped: a token from an ephemeral resource. ${missing}\n`);

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

(local !== undefined && "directory" in local ? test : test.skip)(
  "S-02: a token from an ephemeral resource, here a file that a command reads, is in no plan, state or trace log",
  async () => {
    const base = makeScratch();
    const directory = local !== undefined && "directory" in local ? local.directory : "";
    const overrides = (await overrideProvider(base)).replace(
      "dev_overrides {",
      (head) => `${head}\n    "hashicorp/local" = ${JSON.stringify(directory)}`,
    );
    const cliFile = join(base, "cli.tfrc");
    await writeFile(cliFile, overrides);
    await writeFile(join(base, "token"), CANARY_TOKEN);
    // That provider writes the output of a command to its own trace log.
    const other = { TF_LOG_PROVIDER_LOCAL: "off" };
    stage = await QueueStage.create(
      `ephemeral "local_command" "token" {
  command   = "cat"
  arguments = [${JSON.stringify(join(base, "token"))}]
}

${declareQueue("  concurrency = 2", 'provider "mergequeue" {\n  token = ephemeral.local_command.token.stdout\n}')}`,
      { env: { MERGEQUEUE_TOKEN: undefined, TF_CLI_CONFIG_FILE: cliFile, ...OPTIONS, ...other } },
    );
    const { workspace } = stage;
    const log = { TF_LOG_PATH: join(workspace.directory, "trace.log") };
    await workspace.run(["plan", "-out=saved.tfplan"], log);
    await workspace.run(["apply", "saved.tfplan"], log);
    expect(stage.hasQueue()).toBe(true);
    await workspace.expectEmptyPlan();
    await expect(workspace.listLeaks(CANARY_TOKEN)).resolves.toEqual([]);
  },
);

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
