import { join } from "node:path";
import { App, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../src/constructs";
import type { QueueSettings } from "../../src/queue/settings";
import { QUEUE, QueueStage } from "../support/e2e/queue-stage";

/** Names that mean something to Terraform, JSON, shells or HCL; a service stores them as they are. */
const NASTY = [
  'say "hi"',
  "line\nbreak",
  "carriage\r\nreturn",
  'back\\slash \\n \\"',
  "${var.secret}",
  "a $${b} %%{c} $$${d}",
  "%{ if true }x%{ endif }",
  "$(touch x) `id` 'q' ; && |",
  "#{x} &{y} {z} } {",
  "1.5e+300 -1e5",
  "<<EOF",
  "tab\there é 漢 🎉",
];

/** Writes text so that Terraform takes it literally. */
function escape(text: string): string {
  return text.replace(/\$+(?=\{)|%+(?=\{)/g, (marks) => marks + marks.slice(-1));
}

describe("constructs with the real Terraform", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  /** Applies what a stack becomes, once as JSON and once as HCL. */
  async function apply(
    kind: "JSON" | "HCL",
    declare: (stack: TerraformStack) => void,
  ): Promise<QueueSettings> {
    const stack = new TerraformStack(new App({ outdir: join(stage.workspace.directory, "out") }), "stack");
    new MergeQueueProvider(stack, "mergequeue", { plugin: false });
    declare(stack);
    const text = kind === "JSON" ? Testing.synth(stack, true) : String(Testing.synthHcl(stack, true));
    await stage.workspace.write({ [kind === "JSON" ? "cdk.tf.json" : "cdk.tf"]: text });
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
    return await stage.call("getQueue");
  }

  test.each(["JSON", "HCL"] as const)(
    "S-16: quotes, line breaks, backslashes and escaped expressions arrive at the service as meant (%s)",
    async (kind) => {
      stage = await QueueStage.create("");
      const { requiredStatuses } = await apply(kind, (stack) => {
        new MergeQueue(stack, "main", { ...QUEUE, requiredStatuses: NASTY.map(escape) });
      });
      expect([...(requiredStatuses ?? [])].sort()).toEqual([...NASTY].sort());
    },
  );

  test.each(["JSON", "HCL"] as const)(
    "tokens and expressions arrive as what they stand for (%s)",
    async (kind) => {
      stage = await QueueStage.create("");
      const settings = await apply(kind, (stack) => {
        const repo = new TerraformVariable(stack, "repo", { type: "string", default: "github.com/acme/web" });
        const four = new TerraformVariable(stack, "four", { type: "number", default: 4 });
        const yes = new TerraformVariable(stack, "yes", { type: "bool", default: true });
        const list = new TerraformVariable(stack, "list", { type: "list(string)", default: ["a", "b"] });
        const first = new MergeQueue(stack, "main", {
          repo: repo.stringValue,
          targetBranch: 'm${join("", ["a", "in"])}',
          mode: '${var.yes ? "parallel" : "single"}',
          concurrency: four.numberValue,
          commentsEnabled: yes.booleanValue,
          batching: { minSize: four.numberValue },
          requiredStatuses: list.listValue,
          timeouts: { create: `${four.numberValue}m` },
        });
        new MergeQueue(stack, "next", {
          repo: first.repo,
          targetBranch: `release-${first.concurrency}`,
          mode: first.mode,
          requiredStatuses: first.requiredStatuses,
          commentsEnabled: first.commentsEnabled,
        });
      });
      const expected = { mode: "parallel", commentsEnabled: true, requiredStatuses: ["a", "b"] };
      expect(settings).toMatchObject({ ...expected, concurrency: 4, batch: true, batchingMinSize: 4 });
      expect(await stage.call("getQueue", { targetBranch: "release-4" })).toMatchObject(expected);
    },
  );

  test.each(["JSON", "HCL"] as const)(
    "S-16: an adopted queue gets what is declared, settings without a prop at any depth included (%s)",
    async (kind) => {
      const options = { additionalSettings: { quietHours: null, color: "red", untouched: [1] } };
      stage = await QueueStage.create("", { options });
      await stage.call("createQueue", { mode: "parallel", concurrency: 8 });
      const settings = await apply(kind, (stack) => {
        const six = new TerraformVariable(stack, "six", { type: "number", default: 6 });
        const texts = new TerraformVariable(stack, "texts", { type: "list(string)", default: ["a", "b"] });
        new MergeQueue(stack, "main", {
          ...QUEUE,
          concurrency: 4,
          deletionPolicy: "drain",
          onExisting: "adopt",
          timeouts: { delete: "2m" },
          additionalSettings: {
            quietHours: {
              'key "${x}" %{y}\n': [22.5, six.numberValue, null, true, {}, []],
              texts: texts.listValue,
              nasty: NASTY.map(escape),
            },
            color: `${six.numberValue} \${upper("x")} $\${z} "q"`,
          },
        });
      });
      expect(settings).toMatchObject({
        mode: "parallel",
        concurrency: 4,
        quietHours: {
          'key "${x}" %{y}\n': [22.5, 6, null, true, {}, []],
          texts: ["a", "b"],
          nasty: NASTY,
        },
        color: '6 X ${z} "q"',
        untouched: [1],
      });
      await stage.workspace.run(["destroy", "-auto-approve"]);
      expect(stage.hasQueue()).toBe(false);
      expect(stage.emulator.requests.some(({ operation }) => operation === "deleteQueue")).toBe(true);
    },
  );
});
