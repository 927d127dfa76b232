import { rm } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../cli/fake-context";
import { synthExportedFile } from "../cli/support/synth-exported";
import { attachStage, onStages, stage } from "../support/e2e/queue-stage";
import { readTerraformVersion } from "../support/e2e/read-terraform-version";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

/** Branches that mean something to Terraform, the CDK or a shell. */
const BRANCHES = [
  "main",
  "${var.x}-%{y}$${z}",
  `"q'\\$(id)`,
  "${TfToken[TOKEN.0]}",
  "x-1.8881545897087503e+289",
];

const STATUSES = ['say "hi"', "line\nbreak", "${var.secret}", "#{TfToken[TOKEN.1]}", "漢字\u202e🎉"];

const { product, major, minor } = readTerraformVersion();
const isTerraform15 = product === "Terraform" && major === 1 && minor === 5;

const IMPORTS_ONLY = `Plan: ${BRANCHES.length} to import, 0 to add, 0 to change, 0 to destroy.`;

/** The CDK's backend, which keeps the state where the CDK looks for it, would need an `init`. */
function dropBackend(stack: string): string {
  return JSON.stringify(JSON.parse(stack), (key, value: unknown) => (key === "backend" ? undefined : value));
}

describe("exported code with the real Terraform", () => {
  async function runExport(args: readonly string[], input = ""): Promise<string> {
    const { url, token } = stage.emulator;
    const environment = { MERGEQUEUE_BASE_URL: url, MERGEQUEUE_TOKEN: token };
    const catchStop = (): Promise<never> => new Promise(() => undefined);
    const readInput = (): Promise<Uint8Array> => Promise.resolve(Buffer.from(input));
    const result = await run(["export", ...args], { environment, catchStop, readInput });
    expect(result).toMatchObject({ exitStatus: 0, error: "" });
    return result.out;
  }

  async function exportQueues(...flags: readonly string[]): Promise<string> {
    return runExport([...BRANCHES.map((branch) => `github.com/acme/web/${branch}`), ...flags]);
  }

  async function remove(...files: readonly string[]): Promise<void> {
    for (const file of files) await rm(join(stage.workspace.directory, file));
  }

  function listUpdates(): unknown[] {
    return stage.emulator.requests.filter(({ operation }) => operation === "updateQueue");
  }

  test("C-67, S-16, K-6b: HCL with import blocks and TypeScript plan only imports, and neither pause nor resume queues", async () => {
    await attachStage("");
    const { workspace } = stage;
    for (const [index, targetBranch] of BRANCHES.entries()) {
      await stage.call("createQueue", { targetBranch, mode: "parallel", concurrency: index + 1 });
    }
    await stage.call("updateQueue", { state: "paused", requiredStatuses: STATUSES, batch: true });
    const typescript = await exportQueues("--required-statuses");
    await workspace.write({
      "main.tf": await exportQueues("--format", "hcl", "--required-statuses"),
      "imports.tf": await exportQueues("--format", "import-blocks"),
    });
    expect(flatten((await workspace.apply()).output)).toContain(IMPORTS_ONLY);
    await workspace.expectEmptyPlan();

    await remove("main.tf", "imports.tf");
    await workspace.write({ "cdk.tf.json": dropBackend(await synthExportedFile(typescript)) });
    // The same addresses, so that one can be exchanged for the other.
    await workspace.expectEmptyPlan();
    await remove("terraform.tfstate");
    // Terraform 1.5 does not evaluate the id of an import block in JSON, so that hostile names stay escaped.
    if (!isTerraform15) {
      const plan = await workspace.run(["plan"]);
      expect(flatten(plan.output)).toContain(IMPORTS_ONLY);
    }

    expect(listUpdates()).toHaveLength(1);
    expect(await stage.call("getQueue")).toMatchObject({ state: "paused", batch: true });
  });

  test("C-67, S-16: equal queues are one resource with for_each or one loop, beside one that differs; the plan only imports", async () => {
    await attachStage("");
    const { workspace } = stage;
    for (const targetBranch of BRANCHES) {
      await stage.call("createQueue", { targetBranch, mode: "single" });
      await stage.call("updateQueue", { targetBranch, requiredStatuses: STATUSES });
    }
    const [differing = "", ...equal] = BRANCHES;
    await stage.call("updateQueue", { targetBranch: differing, mergeMethod: "rebase" });
    const typescript = await exportQueues("--required-statuses");
    expect(typescript).toContain("for (const { id, repo, targetBranch } of [");
    await workspace.write({
      "main.tf": await exportQueues("--format", "hcl", "--import-blocks", "--required-statuses", "--minimal"),
    });
    await workspace.run(["fmt", "-check"]);
    expect(flatten((await workspace.apply()).output)).toContain(IMPORTS_ONLY);
    await workspace.expectEmptyPlan();
    const addresses = (await workspace.run(["state", "list"])).stdout.trim().split("\n");
    expect(addresses.filter((address) => address.startsWith("mergequeue_queue.queues["))).toHaveLength(
      equal.length,
    );

    await remove("main.tf", "terraform.tfstate");
    await workspace.write({ "cdk.tf.json": dropBackend(await synthExportedFile(typescript)) });
    if (!isTerraform15) {
      expect(flatten((await workspace.apply()).output)).toContain(IMPORTS_ONLY);
      await workspace.expectEmptyPlan();
    }
    expect(listUpdates()).toHaveLength(BRANCHES.length + 1);
  });

  test("C-67: after an apply that was killed, import blocks of exactly the declared queues that exist lead to one plan", async () => {
    await attachStage("");
    const { workspace } = stage;
    const all = {
      for_each: '${toset(["main", "release/1", "release/2", "v\\"$${3}"])}',
      repo: { host: "github.com", owner: "acme", name: "web" },
      target_branch: "${each.value}",
    };
    const terraform = { required_providers: { mergequeue: { source: "mergequeue/mergequeue" } } };
    await remove("main.tf");
    await workspace.write({
      "main.tf.json": JSON.stringify({ terraform, resource: { mergequeue_queue: { all } } }),
    });
    for (const targetBranch of ["release/1", 'v"${3}']) await stage.call("createQueue", { targetBranch });
    const refused = await workspace.tryRun(["apply", "-auto-approve"]);
    expect(flatten(refused.output)).toContain(
      "terraform show -json tfplan | mergequeue export --declared-in - > imports.tf",
    );
    expect(await workspace.showState()).toHaveLength(2);
    await remove("terraform.tfstate");

    await stage.call("deleteQueue", { targetBranch: "release/2" });
    await workspace.run(["plan", "-out=tfplan"]);
    const plan = await workspace.run(["show", "-json", "tfplan"]);
    const imports = await runExport(["--declared-in", "-"], plan.stdout);
    expect([...imports.matchAll(/^ {2}to = (.*)$/gm)].map(([, address]) => address)).toEqual([
      'mergequeue_queue.all["main"]',
      'mergequeue_queue.all["release/1"]',
      'mergequeue_queue.all["v\\"$${3}"]',
    ]);
    await workspace.write({ "imports.tf": imports });
    const applied = await workspace.apply();
    expect(flatten(applied.output)).toContain(
      "Apply complete! Resources: 3 imported, 1 added, 0 changed, 0 destroyed.",
    );

    await remove("terraform.tfstate");
    await workspace.write({ "imports.tf": await runExport(["--declared-in", workspace.directory]) });
    expect(flatten((await workspace.apply()).output)).toContain("4 imported, 0 added, 0 changed");
    await workspace.expectEmptyPlan();
  });
});
