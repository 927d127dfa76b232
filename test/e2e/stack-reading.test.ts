import { join } from "node:path";
import {
  App,
  propertyAccess,
  TerraformIterator,
  TerraformLocal,
  TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../src/constructs";
import { formatQueueId, type QueueIdentity } from "../../src/queue/queue-identity";
import { readStacks } from "../../src/stack/read-stacks";
import type { StackQueue } from "../../src/stack/stack-reading";
import { attachStage, onStages, stage } from "../support/e2e/queue-stage";

const REPO = { host: "github.com", owner: "acme", name: "web" };

/** The body of a write without the identity. */
type Sent = Readonly<Record<string, unknown>>;

const ENVIRONMENT = { TF_VAR_four: "4", TF_VAR_flag: "1", TF_VAR_names: '["b", "a", "b", 3]' };

/** Declares queues in all the ways that are read without Terraform. */
function declareQueues(stack: TerraformStack): void {
  new MergeQueueProvider(stack, "mergequeue", { plugin: false });
  const four = new TerraformVariable(stack, "four", { type: "number", default: 1 });
  const flag = new TerraformVariable(stack, "flag", { type: "bool" });
  const names = new TerraformVariable(stack, "names", { type: "set(string)" });
  const plain = new TerraformVariable(stack, "plain", { default: "$${x} %%{y}" });
  const filled = new TerraformVariable(stack, "filled", { type: "number", default: 7, nullable: false });
  const sizes = new TerraformVariable(stack, "sizes", { type: "map(number)" });
  const secret = new TerraformVariable(stack, "secret", { type: "string", sensitive: true });
  const shared = new TerraformLocal(stack, "shared", {
    statuses: ["ci/build", `ci/${four.stringValue}`],
    "deep er": [{ on: flag.booleanValue }],
  });
  const literal = new MergeQueue(stack, "literal", {
    repo: "github.com/acme/web",
    targetBranch: "literal",
    mode: "parallel",
    concurrency: 4_294_967_295,
    batching: { minSize: 2, maxWaitMinutes: 10 },
    canOptimisticallyMerge: true,
    commentsEnabled: false,
    mergeMethod: "squash",
    directMergeMode: "always",
    optimizationMode: "bisection_skip_redundant_tests",
    pendingFailureDepth: 3,
    state: "paused",
    requiredStatuses: ["$${a} %%{b}", 'é "q" \\ \n', "e\u0301", "z", "z", "\u{1f600}", "\ufb01"],
    additionalSettings: { windows: [{ from: "08:00", 'key "$${x}"': [1.5, true, null, {}] }] },
  });
  new MergeQueue(stack, "tokens", {
    repo: literal.repo,
    targetBranch: `${literal.targetBranch}-${four.numberValue}-${String(literal.canOptimisticallyMerge)}`,
    concurrency: four.numberValue,
    testingTimeoutMinutes: filled.numberValue,
    bisectionConcurrency: "${3}" as unknown as number,
    mode: Token.asAny(literal.mode),
    batching: false,
    requiredStatuses: literal.requiredStatuses,
    commandsEnabled: propertyAccess(shared.expression, ["deep er", 0, "on"]),
    additionalSettings: {
      label: secret.stringValue,
      all: [plain.stringValue, `1.50 ${four.value}`, "${1.50e1}"],
    },
  });
  const sets = TerraformIterator.fromList(["x", "y-$${z}"]);
  new MergeQueue(stack, "listed", { forEach: sets, repo: REPO, targetBranch: `list/${sets.value}` });
  const each = TerraformIterator.fromMap(sizes.value as Record<string, unknown>);
  new MergeQueue(stack, "each", {
    forEach: each,
    repo: REPO,
    targetBranch: `each/${each.key}`,
    concurrency: each.value as number,
    requiredStatuses: names.value as string[],
  });
  new MergeQueue(stack, "counted", {
    count: 2,
    repo: REPO,
    targetBranch: "v${count.index}",
    requiredStatuses: propertyAccess(shared.expression, ["statuses"]) as unknown as string[],
    pendingFailureDepth: '${mergequeue_queue.each["a"].concurrency}' as unknown as number,
    additionalSettings: { label: "${mergequeue_queue.literal.id}", all: [] },
  });
}

describe("reading a stack", () => {
  onStages();

  test("reads the values that a real Terraform sends for the same files", async () => {
    await attachStage("", {
      options: { additionalSettings: { windows: [], label: "", all: [] } },
      env: ENVIRONMENT,
    });
    const { workspace } = stage;
    const stack = new TerraformStack(new App({ outdir: join(workspace.directory, "out") }), "stack");
    declareQueues(stack);
    await workspace.write({
      "main.tf": "",
      "cdk.tf.json": Testing.synth(stack, true),
      "terraform.tfvars.json": JSON.stringify({ secret: "$${hidden}", filled: 1 }),
      "x.auto.tfvars.json": JSON.stringify({ sizes: { b: "2", a: 1 }, filled: null }),
    });
    const calls = await stage.record(() => workspace.apply());
    const sent = new Map<string, Sent>();
    for (const { body } of calls.filter(({ operation }) =>
      /^(?:create|update)Queue$/.test(operation ?? ""),
    )) {
      const { repo, targetBranch, ...settings } = body as QueueIdentity & Sent;
      const id = formatQueueId({ repo, targetBranch });
      sent.set(id, { ...sent.get(id), ...settings });
    }
    const { queues } = await readStacks(workspace.directory, { environment: ENVIRONMENT });
    expect(new Map(queues.map((queue) => [formatQueueId(queue.identity), toSent(queue)]))).toEqual(sent);
    expect(queues.flatMap(({ sensitive }) => [...sensitive])).toEqual(["all", "label"]);
  });
});

function toSent({ wanted: { settings, additionalSettings = new Map() } }: StackQueue): Sent {
  return { ...settings, ...Object.fromEntries(additionalSettings) };
}
