import {
  attachStage,
  listGuardingBlocks,
  onStages,
  QUEUE,
  REQUIRED,
  stage,
} from "../support/e2e/queue-stage";
import { isTerraformSince, readTerraformVersion } from "../support/e2e/read-terraform-version";

onStages();

// Functions of providers came with Terraform 1.8 and OpenTofu 1.7; older ones cannot even parse a call.
const describeFunctions = isTerraformSince(8, 7) ? describe : describe.skip;
const { product } = readTerraformVersion();

describeFunctions("functions, from Terraform 1.8 and OpenTofu 1.7 on", () => {
  const unset = { env: { MERGEQUEUE_BASE_URL: undefined, MERGEQUEUE_TOKEN: undefined } };
  // OpenTofu configures a provider before it calls a function, and our configuration misses an address then.
  const offline = product === "Terraform" ? unset : {};

  test("call no service, need no token under Terraform, and are each other's inverse", async () => {
    await attachStage(
      `${REQUIRED}
output "id" {
  value = provider::mergequeue::queue_id("github.com", "acme", "web", "release/e\\u0301")
}
output "parts" {
  value = provider::mergequeue::parse_queue_id(provider::mergequeue::queue_id("github.com", "acme", "web", "main"))
}
`,
      offline,
    );
    await stage.workspace.converge();
    expect(await stage.workspace.readOutputs()).toEqual({
      id: "github.com/acme/web/release/\u00e9",
      parts: { repo: QUEUE.repo, target_branch: "main" },
    });
    expect(stage.emulator.requests).toHaveLength(0);
  });

  test("the calls in docs/guides/guarding-deployments.md are valid", async () => {
    const calling = listGuardingBlocks().filter((block) => block.includes("provider::"));
    expect(calling).toHaveLength(1);
    await attachStage(`${REQUIRED}provider "mergequeue" {}\n${calling.join("\n")}`, unset);
    await stage.workspace.run(["validate"]);
  });
});
