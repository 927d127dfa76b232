import { join } from "node:path";
import {
  App,
  Fn,
  Op,
  propertyAccess,
  TerraformIterator,
  TerraformLocal,
  TerraformStack,
  TerraformVariable,
  Testing,
} from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../src/constructs";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import { formatQueueId } from "../../src/queue/queue-identity";
import type { DeclaredQueue } from "../../src/stack/declared-queue";
import { readStacks } from "../../src/stack/read-stacks";
import { QueueStage } from "../support/e2e/queue-stage";

const REPO = { host: "github.com", owner: "acme", name: "web" };

/** What a write sends beside which queue it is. */
type Sent = Readonly<Record<string, unknown>>;

/** Declares queues in all the ways that the CDK offers. */
function declareQueues(stack: TerraformStack): void {
  new MergeQueueProvider(stack, "mergequeue", { plugin: false });
  const four = new TerraformVariable(stack, "four", { type: "number", default: 4 });
  const given = new TerraformVariable(stack, "given", {
    type: "map(object({ on = optional(bool, true) }))",
  });
  const secret = new TerraformVariable(stack, "secret", { type: "string", sensitive: true });
  const shared = new TerraformLocal(stack, "shared", {
    statuses: ["ci/build", Fn.join("/", ["ci", four.stringValue])],
    on: "${var.four > 3}",
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
    requiredStatuses: ["$${a} %%{b}", 'é "q" \\ \n', "z", "z"],
    additionalSettings: { windows: [{ from: "08:00", 'key "$${x}"': [1.5, true, null, {}] }] },
  });
  new MergeQueue(stack, "tokens", {
    repo: literal.repo,
    targetBranch: `${literal.targetBranch}-${four.numberValue}`,
    concurrency: Op.add(four.numberValue, Fn.max([1, four.numberValue])),
    testingTimeoutMinutes: Fn.conditional(Op.gt(four.numberValue, 3), 30, 60) as number,
    mode: literal.mode,
    batching: false,
    commandsEnabled: propertyAccess(shared.expression, ["on"]),
    requiredStatuses: propertyAccess(shared.expression, ["statuses"]) as unknown as string[],
    additionalSettings: { label: secret.stringValue, all: Fn.jsonencode({ a: [four.numberValue, "x"] }) },
  });
  const each = TerraformIterator.fromMap(given.value as Record<string, unknown>);
  new MergeQueue(stack, "each", {
    forEach: each,
    repo: REPO,
    targetBranch: `each/${each.key}`,
    commentsEnabled: each.getBoolean("on"),
    requiredStatuses: [Fn.upper(each.key), Fn.replace("a-b-c", "/-(.)/", "$1")],
  });
  new MergeQueue(stack, "texts", {
    repo: REPO,
    targetBranch: Fn.lower(Fn.format("%s-%03d", ["Release", four.numberValue]) as string),
    requiredStatuses: Fn.distinct(Fn.concat([["x", "x"], Fn.split(",", "a,b")]) as string[]),
    bisectionConcurrency: Fn.tonumber(Fn.element(Fn.sort(["3", "2"]), 0)),
    mergeMethod: Fn.lookup({ fast: "rebase" }, "fast", "squash") as string,
    createPrsForTestingBranches:
      '${contains([for s in local.shared.statuses : upper(s)], "CI/BUILD")}' as unknown as boolean,
    optimizationMode: "%{ if var.four == 4 }off%{ else }never%{ endif }",
    statusCheckEnabled: '${try(var.given["c"].on, can(tonumber("4")))}' as unknown as boolean,
    pendingFailureDepth: '${length(regexall("[a-z]+", "ab 1 cd"))}' as unknown as number,
  });
}

describe("reading a stack", () => {
  test("what is read is what a real Terraform sends for the same files", async () => {
    const stage = await QueueStage.create("", {
      options: { additionalSettings: { windows: [], label: "", all: "" } },
    });
    try {
      const { workspace } = stage;
      const stack = new TerraformStack(new App({ outdir: join(workspace.directory, "out") }), "stack");
      declareQueues(stack);
      await workspace.write({
        "main.tf": "",
        "cdk.tf.json": Testing.synth(stack, true),
        "terraform.tfvars": 'secret = "hidden"\ngiven = { a = {}, b = { on = false } }\n',
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
      const inputs = { environment: {}, variables: new Map<string, string>(), variableFiles: [] };
      const { queues } = await readStacks(workspace.directory, inputs);
      expect(new Map(queues.map((queue) => [formatQueueId(queue.identity), toSent(queue)]))).toEqual(sent);
      expect(queues.flatMap(({ sensitive }) => [...sensitive])).toEqual(["label"]);
    } finally {
      await stage.close();
    }
  });
});

function toSent({ wanted: { settings, additionalSettings = new Map() } }: DeclaredQueue): Sent {
  return { ...settings, ...Object.fromEntries(additionalSettings) };
}
