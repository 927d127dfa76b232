import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { App, TerraformStack, Testing } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../src/constructs";
import { PROVIDER_SOURCE } from "../../src/product";
import { placeTrunkProvider } from "../support/e2e/place-trunk-provider";
import { layOutProvider } from "../support/e2e/provider-source";
import { attachStage, onStages, QUEUE, stage } from "../support/e2e/queue-stage";
import { isTerraformSince, readTerraformVersion } from "../support/e2e/read-terraform-version";
import { makeScratch } from "../support/make-scratch";
import { TRUNK_STATES } from "../support/trunk-states";

onStages();
/** The configurations of the guide: before and after. */
const [BEFORE = "", AFTER = ""] = [
  ...readFileSync(resolve(__dirname, "../../docs/guides/moving-in.md"), "utf8").matchAll(
    /^```hcl\n(.*?)^```$/gms,
  ),
].map(([, text]) => text);

/** The declared queue as the service shows it. */
const LIVE = {
  state: "running",
  batch: true,
  batchingMaxWaitTimeMinutes: 10,
  mergeMethod: "squash",
  requiredStatuses: ["ci/test", "ci/build"],
  enqueueingLabel: "ready",
} as const;

const { product } = readTerraformVersion();
// Moves between types came with Terraform 1.8 and OpenTofu 1.10.
const describeMoves = isTerraformSince(8, 10) ? describe : describe.skip;

type Files = Readonly<Record<string, string>>;

/** A state file with one `trunk_merge_queue.main` in it. */
function writeState(attributes: object): string {
  const host = product === "Terraform" ? "registry.terraform.io" : "registry.opentofu.org";
  const instance = { schema_version: 0, attributes, sensitive_attributes: [] };
  return JSON.stringify({
    version: 4,
    terraform_version: "1.8.0",
    serial: 7,
    lineage: "0d5f9d3e-6a4b-4b58-9b0e-6f0a3f0d7c11",
    outputs: {},
    resources: [
      {
        mode: "managed",
        type: "trunk_merge_queue",
        name: "main",
        provider: `provider["${host}/trunk-io/trunk"]`,
        instances: [instance],
      },
    ],
    check_results: null,
  });
}

describeMoves("moving in from trunk-io/trunk, from Terraform 1.8 and OpenTofu 1.10 on", () => {
  let base: string;
  /** CLI configurations: with the stand-in for the old provider, and without any. */
  let withTrunk: string;
  let withoutTrunk: string;
  beforeAll(async () => {
    base = makeScratch();
    await layOutProvider(base);
    const own = `${JSON.stringify(PROVIDER_SOURCE)} = ${JSON.stringify(join(base, "provider"))}`;
    const trunk = `"trunk-io/trunk" = ${JSON.stringify(await placeTrunkProvider(base))}`;
    const write = async (name: string, overrides: readonly string[]): Promise<string> => {
      const file = join(base, name);
      await writeFile(file, `provider_installation {\n  dev_overrides {\n${overrides.join("\n")}\n  }\n}\n`);
      return file;
    };
    withTrunk = await write("with-trunk.tfrc", [own, trunk]);
    withoutTrunk = await write("without-trunk.tfrc", [own]);
  });

  /** A queue that exists, a state of the old provider, and a configuration for the new one. */
  async function start(source: object, files: Files, mode = "parallel"): Promise<void> {
    await attachStage("", { env: { TF_CLI_CONFIG_FILE: withTrunk } });
    await stage.call("createQueue", { mode, concurrency: 3 });
    await stage.call("updateQueue", LIVE);
    await stage.workspace.write({ "terraform.tfstate": writeState(source), ...files });
  }

  test("C-65: the guide leads there, and afterwards neither the block nor the old provider is needed", async () => {
    await start(TRUNK_STATES["1.x with a list of statuses"], { "main.tf": BEFORE }, "single");
    await stage.workspace.run(["validate"]);
    await stage.declare(AFTER);
    const requests = await stage.record(async () => {
      const { output } = await stage.workspace.apply();
      expect(output).toContain("trunk_merge_queue.main has moved to mergequeue_queue.main");
      expect(output).toContain("0 added, 0 changed, 0 destroyed");
    });
    // An empty object proves the address, the other read is the refresh.
    expect(new Set(requests.map(({ operation }) => operation))).toEqual(new Set(["getQueue"]));
    expect(await stage.workspace.showState()).toMatchObject([
      {
        address: "mergequeue_queue.main",
        values: { state: "running", merge_method: "squash", enqueueing_label: "ready" },
      },
    ]);
    await stage.declare(AFTER.replace(/^moved \{.*?^\}$/ms, ""));
    const plan = await stage.workspace.tryRun(["plan", "-detailed-exitcode"], {
      TF_CLI_CONFIG_FILE: withoutTrunk,
    });
    expect(plan).toMatchObject({ status: 0 });
  });

  test("C-65: a construct moves in with moveFromId", async () => {
    await start(TRUNK_STATES["1.x with a list of statuses"], {});
    const stack = new TerraformStack(new App({ outdir: join(base, "out") }), "stack");
    new MergeQueueProvider(stack, "mergequeue", { plugin: false });
    const queue = new MergeQueue(stack, "main", {
      ...QUEUE,
      state: "running",
      requiredStatuses: ["ci/build", "ci/test"],
    });
    queue.resource.moveFromId("trunk_merge_queue.main");
    await stage.workspace.write({ "cdk.tf.json": Testing.synth(stack, true) });
    expect(await stage.workspace.planChanges()).toMatchObject([
      {
        address: "mergequeue_queue.main",
        previous_address: "trunk_merge_queue.main",
        change: { actions: ["no-op"] },
      },
    ]);
  });
});
