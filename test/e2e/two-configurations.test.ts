import {
  createStage,
  declareResource,
  onStages,
  QUEUE_ID,
  REQUIRED,
  stage,
} from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";

onStages();

// Removed blocks with a lifecycle came with Terraform 1.7 and OpenTofu 1.10.
const describeConfigurations = isTerraformSince(7, 10) ? describe : describe.skip;

/** Two provider configurations of one service: Terraform starts a process for each. */
const TWO = `${REQUIRED}
provider "mergequeue" { alias = "one" }
provider "mergequeue" { alias = "two" }
`;

const ADOPT = '  on_existing = "adopt"';
const CONTRADICTION = `Error: Queue would be deleted and kept: ${QUEUE_ID}`;

function callModule(name: string, alias: string): string {
  return `module "${name}" {\n  source    = "./queue"\n  providers = { mergequeue = mergequeue.${alias} }\n}\n`;
}

/** Declares something in place of what was, installs modules, and applies it. @returns the writes */
async function apply(main: string) {
  await stage.declare(main);
  await stage.workspace.run(["get"]);
  return stage.recordWrites(() => stage.workspace.converge());
}

describeConfigurations("two provider configurations of one service under the real Terraform", () => {
  test("F-48: a plan in which one deletes the queue that the other adopts fails, and a moved or removed block mends it", async () => {
    await createStage(TWO);
    await stage.workspace.write({ "queue/main.tf": REQUIRED + declareResource("main", "main", ADOPT) });
    await apply(TWO + callModule("a", "one"));

    const moved = TWO + callModule("b", "two");
    await stage.declare(moved);
    await stage.workspace.run(["get"]);
    await stage.workspace.refuse(["plan"], CONTRADICTION, "another provider configuration", "moved {");
    await stage.workspace.refuse(["apply", "-auto-approve", "-parallelism=1"], CONTRADICTION);
    expect(stage.hasQueue()).toBe(true);

    // As the error says.
    await expect(apply(`${moved}moved {\n  from = module.a\n  to   = module.b\n}\n`)).resolves.toEqual([]);
    const removed = "removed {\n  from = module.b\n  lifecycle { destroy = false }\n}\n";
    await expect(apply(TWO + callModule("c", "one") + removed)).resolves.toEqual([]);
    expect([...(await stage.workspace.readState()).keys()]).toEqual(["mergequeue_queue.main"]);
    expect(stage.hasQueue()).toBe(true);
  });
});
