import { join } from "node:path";
import { App, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../src/constructs";
import type { QueueSettings } from "../../src/queue/settings";
import { attachStage, onStages, QUEUE, stage } from "../support/e2e/queue-stage";
import { isTerraformSince } from "../support/e2e/read-terraform-version";

onStages();

/** Names with characters special in Terraform, JSON, shells or HCL. A service stores them unchanged. */
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
  /** Declares queues with special characters, with tokens, and with additional settings. */
  function declareAll(stack: TerraformStack): void {
    new MergeQueueProvider(stack, "mergequeue", { plugin: false });
    new MergeQueue(stack, "main", { ...QUEUE, requiredStatuses: NASTY.map(escape) });

    const repo = new TerraformVariable(stack, "repo", { type: "string", default: "github.com/acme/web" });
    const four = new TerraformVariable(stack, "four", { type: "number", default: 4 });
    const yes = new TerraformVariable(stack, "yes", { type: "bool", default: true });
    const list = new TerraformVariable(stack, "list", { type: "list(string)", default: ["a", "b"] });
    const tokens = new MergeQueue(stack, "tokens", {
      repo: repo.stringValue,
      targetBranch: 't${join("", ["ok", "ens"])}',
      mode: '${var.yes ? "parallel" : "single"}',
      concurrency: four.numberValue,
      commentsEnabled: yes.booleanValue,
      batching: { minSize: four.numberValue },
      requiredStatuses: list.listValue,
      timeouts: { create: `${four.numberValue}m` },
    });
    new MergeQueue(stack, "next", {
      repo: tokens.repo,
      targetBranch: `release-${tokens.concurrency}`,
      mode: Token.asAny(tokens.mode),
      requiredStatuses: tokens.requiredStatuses,
      commentsEnabled: tokens.commentsEnabled,
    });
    new MergeQueue(stack, "adopted", {
      ...QUEUE,
      targetBranch: "adopted",
      concurrency: 4,
      deletionPolicy: "drain",
      onExisting: "adopt",
      timeouts: { delete: "2m" },
      additionalSettings: {
        quietHours: {
          'key "${x}" %{y}\n': [22.5, four.numberValue, null, true, {}, []],
          texts: list.listValue,
          nasty: NASTY.map(escape),
        },
        color: `${four.numberValue} \${upper("x")} $\${z} "q"`,
      },
    });
  }

  test.each(["JSON", "HCL"] as const)(
    "S-16: special characters, tokens and additional settings reach the service as declared (%s)",
    async (kind) => {
      const options = { additionalSettings: { quietHours: null, color: "red", untouched: [1] } };
      await attachStage("", { options });
      await stage.call("createQueue", { targetBranch: "adopted", mode: "parallel", concurrency: 8 });
      const stack = new TerraformStack(new App({ outdir: join(stage.workspace.directory, "out") }), "stack");
      declareAll(stack);
      const text = kind === "JSON" ? Testing.synth(stack, true) : String(Testing.synthHcl(stack, true));
      await stage.workspace.write({ [kind === "JSON" ? "cdk.tf.json" : "cdk.tf"]: text });
      await stage.workspace.converge();

      const { requiredStatuses } = (await stage.call("getQueue")) as QueueSettings;
      expect([...(requiredStatuses ?? [])].sort()).toEqual([...NASTY].sort());
      const tokens = { mode: "parallel", commentsEnabled: true, requiredStatuses: ["a", "b"] };
      expect(await stage.call("getQueue", { targetBranch: "tokens" })).toMatchObject({
        ...tokens,
        concurrency: 4,
        batch: true,
        batchingMinSize: 4,
      });
      expect(await stage.call("getQueue", { targetBranch: "release-4" })).toMatchObject(tokens);
      expect(await stage.call("getQueue", { targetBranch: "adopted" })).toMatchObject({
        mode: "parallel",
        concurrency: 4,
        quietHours: { 'key "${x}" %{y}\n': [22.5, 4, null, true, {}, []], texts: ["a", "b"], nasty: NASTY },
        color: '4 X ${z} "q"',
        untouched: [1],
      });

      await stage.workspace.run(["destroy", "-auto-approve"]);
      expect(stage.emulator.engine.state.queues.size).toBe(0);
    },
  );

  // Actions came with Terraform 1.14; OpenTofu has none yet.
  const testActions = isTerraformSince(14) ? test : test.skip;

  testActions("actions can be declared with overrides, as the guide shows", async () => {
    const declare = (concurrency: number): string => {
      const stack = new TerraformStack(Testing.app(), "stack");
      new MergeQueueProvider(stack, "mergequeue", { plugin: false });
      const queue = new MergeQueue(stack, "web", { ...QUEUE, concurrency });
      stack.addOverride("action.mergequeue_pause.web.config", {
        repo: QUEUE.repo,
        target_branch: QUEUE.targetBranch,
      });
      queue.resource.addOverride("lifecycle.action_trigger", [
        { events: ["before_update"], actions: ["action.mergequeue_pause.web"] },
      ]);
      return Testing.synth(stack);
    };
    await attachStage("");
    await stage.workspace.write({ "cdk.tf.json": declare(2) });
    await stage.workspace.apply();
    expect(await stage.call("getQueue")).toMatchObject({ state: "running", concurrency: 2 });
    await stage.workspace.write({ "cdk.tf.json": declare(3) });
    await stage.workspace.apply();
    expect(await stage.call("getQueue")).toMatchObject({ state: "paused", concurrency: 3 });
    await stage.workspace.expectEmptyPlan();
  });
});
