import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  attachStage,
  CANARY_TOKEN,
  declareQueue,
  onStages,
  QUEUE_ID,
  stage,
} from "../support/e2e/queue-stage";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";

onStages();

const CONFIGURED = declareQueue("  concurrency = 3");

const HOST = {
  Terraform: "registry.terraform.io",
  OpenTofu: "registry.opentofu.org",
}[readTerraformVersion().product];

/** A state file as Terraform writes it, with the queue of the tests in it. */
function writeState(schemaVersion: number, attributes: object): string {
  return JSON.stringify({
    version: 4,
    terraform_version: "1.5.0",
    serial: 1,
    lineage: "5f8e7c36-7a5b-4f0e-9f0c-1d2c3b4a5e6f",
    outputs: {},
    resources: [
      {
        mode: "managed",
        type: "mergequeue_queue",
        name: "main",
        provider: `provider["${HOST}/mergequeue/mergequeue"]`,
        instances: [{ schema_version: schemaVersion, attributes, sensitive_attributes: [] }],
      },
    ],
  });
}

const IDENTITY = {
  id: QUEUE_ID,
  repo: { host: "github.com", owner: "acme", name: "web" },
  target_branch: "main",
};

describe("what Terraform refuses by itself", () => {
  test("C-64: a state of a newer schema is refused without a call and not changed", async () => {
    await attachStage(CONFIGURED);
    const state = writeState(1, { ...IDENTITY, concurrency: 3 });
    await stage.workspace.write({ "terraform.tfstate": state });
    const calls = await stage.record(async () => {
      await stage.workspace.refuse(
        ["apply", "-auto-approve"],
        "Resource instance managed by newer provider version",
      );
    });
    expect(calls).toEqual([]);
    const file = join(stage.workspace.directory, "terraform.tfstate");
    expect(await readFile(file, "utf8")).toBe(state);
  });

  test("C-71: terraform import wants the provider's configuration wholly known, whatever is imported", async () => {
    const provider = `resource "terraform_data" "token" {\n  input = "${CANARY_TOKEN}"\n}
provider "mergequeue" {\n  token = terraform_data.token.output\n}`;
    await attachStage(declareQueue("  concurrency = 3", provider));
    await stage.call("createQueue", { concurrency: 3 });
    const calls = await stage.record(async () => {
      await stage.workspace.refuse(
        ["import", "mergequeue_queue.main", QUEUE_ID],
        /depends on values that cannot be determined until apply/,
      );
    });
    expect(calls).toEqual([]);
  });
});
