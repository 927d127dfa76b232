import {
  attachStage,
  declareQueue,
  declareResource,
  HEAD,
  onStages,
  QUEUE,
  stage,
} from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();
// Import blocks came with Terraform 1.5, removed blocks with lifecycle with Terraform 1.7 and OpenTofu 1.10.
const describeForgetting = isTerraformSince(7, 10) ? describe : describe.skip;
const CONTRADICTION = "Error: Queue would be deleted and kept: github.com/acme/web/main";

/** A queue whose dependent can be made to fail. */
const REPLACED = `${declareQueue(`  on_existing   = "adopt"
  lifecycle { create_before_destroy = true }`)}
variable "fails" { default = false }
resource "terraform_data" "dependent" {
  triggers_replace = [mergequeue_queue.main.id, var.fails]
  lifecycle { create_before_destroy = true }
  provisioner "local-exec" { command = var.fails ? "false" : "true" }
}
`;

async function tryRun(...args: readonly string[]): Promise<{ status: number | null; text: string }> {
  const { status, output } = await stage.workspace.tryRun(args);
  return { status, text: flatten(output) };
}

describeForgetting("two objects of a state that are one queue under the real Terraform", () => {
  test("F-13b: a deposed object never deletes the queue that its successor adopted", async () => {
    await attachStage(REPLACED);
    await stage.workspace.apply();
    const failed = await tryRun(
      "apply",
      "-auto-approve",
      "-replace=mergequeue_queue.main",
      "-var=fails=true",
    );
    expect(failed.status).toBe(1);

    const { status, text } = await tryRun("apply", "-auto-approve", "-parallelism=1");
    expect({ status, text }).toMatchObject({
      status: 1,
      text: expect.stringContaining(CONTRADICTION) as string,
    });
    expect(text).toContain("terraform state rm ADDRESS terraform import ADDRESS");
    expect(stage.hasQueue()).toBe(true);

    // As the error says.
    await stage.workspace.run(["state", "rm", "mergequeue_queue.main"]);
    await stage.workspace.run(["import", "mergequeue_queue.main", "github.com/acme/web/main"]);
    const { output } = await stage.workspace.apply();
    expect(output).not.toContain("more than once");
    expect(stage.hasQueue()).toBe(true);
  });
});

describe("two resources that declare one queue under the real Terraform", () => {
  const DECLARED_TWICE = "declared by more than one resource";
  const ADOPT = '  on_existing = "adopt"';

  test("I-2: the plan says so, and the apply makes the queue for one of them and leaves it so", async () => {
    await attachStage(
      HEAD +
        declareResource("main", "main", `${ADOPT}\n  concurrency = 2`) +
        declareResource("copy", "main", `${ADOPT}\n  concurrency = 3`),
    );
    const apply = await tryRun("apply", "-auto-approve");
    expect(apply.status).toBe(1);
    expect(apply.text).toContain(`Warning: Queue ${DECLARED_TWICE}`);
    expect(apply.text).toContain(`Error: Queue ${DECLARED_TWICE}`);
    const stored = [...(await stage.workspace.readState()).values()];
    expect(stored).toHaveLength(1);
    const { concurrency } = stage.emulator.findQueue(QUEUE)?.settings ?? {};
    expect(stored[0]?.attributes).toMatchObject({ concurrency });

    // Taking it over from the one that has it would be undone by that one.
    const again = await tryRun("apply", "-auto-approve");
    expect(again.status).toBe(1);
    expect(again.text).toContain(`Error: Queue ${DECLARED_TWICE}`);
    expect((await stage.call("getQueue"))["concurrency"]).toBe(concurrency);
  });
});
