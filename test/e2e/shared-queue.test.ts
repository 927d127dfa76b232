import {
  attachStage,
  createStage,
  declareQueue,
  declareResource,
  HEAD,
  importAt,
  onStages,
  QUEUE,
  stage,
} from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

// `test` with own providers needs Terraform or OpenTofu 1.6; newer Terraforms serve all runs by one process.
const testOfTests = isTerraformSince(7, 7) ? test : test.skip;
// Import blocks came with Terraform 1.5, removed blocks with lifecycle with Terraform 1.7 and OpenTofu 1.10.
const describeForgetting = isTerraformSince(7, 10) ? describe : describe.skip;

const TWICE = "Warning: Queue is in the state more than once: github.com/acme/web/main";
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

  test("F-13b: a queue that is imported twice is named in every plan, and removing one address does not delete it", async () => {
    // Started for each command, so that nothing is remembered from one to the next.
    await createStage(HEAD + declareResource("a") + declareResource("b") + importAt("a") + importAt("b"));
    await stage.call("createQueue", { mode: "single", concurrency: 1 });
    await stage.workspace.apply();
    await stage.declare(HEAD + declareResource("a") + declareResource("b"));
    for (const option of ["-refresh=false", "-refresh-only"]) {
      const { status, text } = await tryRun("plan", option);
      expect(status).toBe(0);
      expect(text.split(TWICE)).toHaveLength(2);
    }

    await stage.declare(HEAD + declareResource("a"));
    await expect(tryRun("apply", "-auto-approve")).resolves.toMatchObject({
      status: 1,
      text: expect.stringContaining(CONTRADICTION) as string,
    });
    // The other direction: one of them becomes another queue.
    await stage.declare(HEAD + declareResource("a") + declareResource("b", "next"));
    await expect(tryRun("plan")).resolves.toMatchObject({
      status: 1,
      text: expect.stringContaining(CONTRADICTION) as string,
    });
    expect(stage.hasQueue()).toBe(true);

    // As the error says.
    await stage.declare(
      `${HEAD}${declareResource("a")}removed {\n  from = mergequeue_queue.b\n  lifecycle { destroy = false }\n}\n`,
    );
    await stage.workspace.apply();
    expect([...(await stage.workspace.readState()).keys()]).toEqual(["mergequeue_queue.a"]);
    await stage.declare(HEAD + declareResource("a"));
    await expect(tryRun("plan", "-detailed-exitcode")).resolves.toMatchObject({
      status: 0,
      text: expect.not.stringContaining("more than once") as string,
    });
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

describe("terraform test with the provider configured in the test file", () => {
  testOfTests(
    "a claim ends with its run: plans are not taken for two resources, and an existing queue is reported",
    async () => {
      await attachStage(
        `${declareQueue("", "").replace('"main"\n', "var.branch\n")}variable "branch" { default = "main" }\n`,
      );
      await stage.call("createQueue", { targetBranch: "taken", mode: "single", concurrency: 1 });
      const run = (name: string, command: string, branch = "main") =>
        `run "${name}" {\n  command = ${command}\n  variables {\n    branch = "${branch}"\n  }\n}\n`;
      await stage.workspace.write({
        "tests/runs.tftest.hcl": [
          'provider "mergequeue" {}\n',
          run("first_plan", "plan"),
          run("second_plan", "plan"),
          run("taken", "plan", "taken"),
          run("taken_again", "plan", "taken"),
          run("create", "apply"),
          run("keep", "plan"),
          run("keep_again", "apply"),
        ].join(""),
      });
      const { status, text } = await tryRun("test");
      expect(text).toContain("Success! 7 passed, 0 failed.");
      expect(status).toBe(0);
      expect(text).not.toContain("declared by more than one");
      expect(text.split("Warning: Queue exists already: github.com/acme/web/taken")).toHaveLength(3);
      expect(stage.emulator.listQueues()).toHaveLength(1);
      expect(stage.emulator.findQueue({ ...QUEUE, targetBranch: "taken" })).toBeDefined();
    },
  );
});
