import { TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { Construct } from "constructs";
import fc from "fast-check";
import { MergeQueue, MergeQueueProvider, QueueDefaults } from "../../../src/constructs";
import { SETTINGS } from "../../../src/queue/settings";
import { faultsOf, listFaults, makeStack, WEB } from "../synth";

describe("validation of MergeQueue at synth", () => {
  test("all errors of all queues are reported at once, with the paths of their constructs", () => {
    const stack = makeStack();
    new MergeQueue(new Construct(stack, "team"), "first", {
      repo: "github.com/acme",
      targetBranch: "",
      concurrency: 0,
      mode: "double" as "single",
      batching: { minSize: 1.5, maxWaitMinutes: 4_294_967_296 },
      requiredStatuses: ["ci/build", ""],
      timeouts: { create: "soon" },
    });
    new MergeQueue(stack, "second", { ...WEB, state: "switching_modes" as "paused" });
    expect(listFaults(stack)).toEqual([
      expect.stringMatching(/^\[stack\/team\/first\] repo: .*github\.com\/acme.* 2 parts/) as string,
      "[stack/team/first] targetBranch: The target branch must not be empty.",
      expect.stringMatching(/^\[stack\/team\/first\] batching\.minSize: .*got 1\.5\.$/) as string,
      expect.stringMatching(/^\[stack\/team\/first\] batching\.maxWaitMinutes: .*4294967296\.$/) as string,
      '[stack/team/first] mode: Must be one of "single", "parallel", got "double".',
      expect.stringMatching(/^\[stack\/team\/first\] concurrency: .* from 1 to 4294967295, got 0\.$/),
      expect.stringMatching(/^\[stack\/team\/first\] requiredStatuses: Must contain /) as string,
      expect.stringMatching(/^\[stack\/team\/first\] timeouts\.create: Must be a duration .*"soon"\.$/),
      expect.stringMatching(/^\[stack\/second\] state: .*transient state/) as string,
    ]);
  });

  test.each<[string, unknown, RegExp]>([
    ["repo", "${var.host}/acme/web.git", /repo: The name must be written without \.git/],
    ["repo", "${var.host}//web", /repo: The owner must not be empty/],
    ["repo", "${var.host}/acme/web/main", /repo: Must have three parts/],
    ["repo", { host: "github.com", owner: "a/b", name: "" }, /repo\.owner: .*slash.*\n.*repo\.name: .*empty/],
    ["repo", { host: "github.com", owner: "acme" }, /repo\.name: The name must be a string/],
    ["repo", { host: "h", owner: "o", name: "n", branch: "main" }, /repo\.branch: A repository has only/],
    ["repo", null, /repo: Must be "host\/owner\/name" or/],
    ["targetBranch", 4, /targetBranch: The target branch must be a string/],
    ["concurrency", null, /concurrency: .*got null/],
    ["commentsEnabled", "yes", /commentsEnabled: Must be true or false, got "yes"/],
    ["requiredStatuses", "ci", /requiredStatuses: Must be a list/],
    ["requiredStatuses", [null, 3], /Must not contain null.*\n.*Must contain only strings/],
    ["batching", { size: 3 }, /batching\.size: batching has only enabled, minSize, maxWaitMinutes/],
    ["batching", { min_size: 3 }, /batching\.min_size: .*\. Did you mean minSize\?$/],
    ["batching", { enabled: 1 }, /batching\.enabled: Must be true or false/],
    ["deletionPolicy", "perhaps", /deletionPolicy: Must be .*"drain".*"perhaps"/],
    ["onExisting", "perhaps", /onExisting: Must be .*"adopt".*"perhaps"/],
    ["timeouts", "5m", /timeouts: Must be \{ create, read, update, delete \}/],
    ["timeouts", { create: 5, end: "5m" }, /timeouts\.end: timeouts has only.*\n.*timeouts\.create: Must be/],
    [
      "timeouts",
      { create: "0s" },
      /timeouts\.create: Must be a duration of more than 0 and at most 24 hours/,
    ],
    ["mode", "SINGLE", /mode: Must be one of "single", "parallel", got "SINGLE"\. Did you mean single\?$/],
    ["batching", true, /batching: Must be false or \{ .* \}\. Write \{\} to switch it on\.$/],
    ["targetBranch", "release/*", /targetBranch: .* name of one branch, not a pattern, got "release\/\*"\.$/],
    ["concurency", 4, /concurency: There is no prop with this name\. Did you mean concurrency\?$/],
    ["batch", true, /batch: There is no prop with this name\. Did you mean batching\.enabled\?$/],
  ])("%s: %j is a fault", (name, value, expected) => {
    expect(faultsOf({ [name]: value }).join("\n")).toMatch(expected);
  });

  test("what is probably not meant is a warning", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).add({ enqueueingLabel: "", requiredStatuses: ["ci/build ", "ci/test"] });
    new MergeQueue(stack, "main", { ...WEB, labelCommandsEnabled: true });
    new MergeQueue(stack, "next", { ...WEB, targetBranch: "next", requiredStatuses: ["${var.x} "] });
    expect(listFaults(stack)).toEqual([]);
    const warnings = stack.node.findAll().flatMap(({ node }) => node.metadata);
    expect(warnings.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => data as unknown)).toEqual([
      expect.stringMatching(/^requiredStatuses: "ci\/build " begins or ends with a blank\./),
      "labelCommandsEnabled: It has no effect, because enqueueingLabel is empty.",
    ]);
  });

  test("S-27: every setting of the table is checked", () => {
    const paths: Readonly<Record<string, string>> = {
      batch: "batching.enabled",
      batchingMinSize: "batching.minSize",
      batchingMaxWaitTimeMinutes: "batching.maxWaitMinutes",
    };
    for (const { name } of SETTINGS) {
      const [first = name, second] = (paths[name] ?? name).split(".");
      const wrong = Number.NaN;
      const faults = faultsOf({ [first]: second === undefined ? wrong : { [second]: wrong } });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(`[stack/main] ${paths[name] ?? name}: `);
    }
  });

  test("arbitrary values are reported, never thrown", () => {
    const others = ["repo", "targetBranch", "batching", "timeouts", "additionalSettings"];
    const names = [...others, ...SETTINGS.map(({ name }) => name)];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        expect(Array.isArray(faultsOf({ [name]: value }))).toBe(true);
      }),
    );
  });
});

describe("tokens at synth", () => {
  test("tokens of every kind pass at every depth", () => {
    const stack = makeStack();
    const text = new TerraformVariable(stack, "text", {}).stringValue;
    const input = new TerraformVariable(stack, "input", {});
    new MergeQueue(stack, "tokens", {
      repo: { host: text, owner: `${text}-team`, name: `${input.numberValue}` },
      targetBranch: `release/${text}`,
      state: Token.asAny(input.value),
      mode: Token.asAny(text),
      concurrency: input.numberValue,
      bisectionConcurrency: Token.asNumber("${var.input}"),
      canOptimisticallyMerge: input.booleanValue,
      batching: { enabled: input.booleanValue, minSize: input.numberValue, maxWaitMinutes: 5 },
      commentsEnabled: Token.asAny("${var.input}"),
      requiredStatuses: [text, `ci/${text}`, "ci/test"],
      mergeMethod: "${var.method}",
      timeouts: { create: text, delete: `${input.numberValue}m` },
    });
    new MergeQueue(stack, "list", { repo: text, targetBranch: text, requiredStatuses: input.listValue });
    new MergeQueue(stack, "spread", { repo: `github.com/${text}/web`, targetBranch: "${var.branch}" });
    expect(listFaults(stack)).toEqual([]);
  });

  test("values beside a token are checked", () => {
    const stack = makeStack();
    const text = new TerraformVariable(stack, "text", {}).stringValue;
    new MergeQueue(stack, "main", {
      repo: { host: text, owner: "", name: "web" },
      targetBranch: text,
      requiredStatuses: [text, " "],
    });
    expect(listFaults(stack)).toEqual([
      "[stack/main] repo.owner: The owner must not be empty.",
      expect.stringContaining("requiredStatuses: Must contain ") as string,
    ]);
  });

  test("escaped expressions are literals, and their unescaped form is checked", () => {
    expect(faultsOf({ targetBranch: "release-$${x}" })).toEqual([]);
    expect(faultsOf({ mode: "$${x}" })).toEqual([
      '[stack/main] mode: Must be one of "single", "parallel", got "${x}".',
    ]);
  });

  test("batching itself cannot be a token, and the message says how to pass one", () => {
    const stack = makeStack();
    const { booleanValue } = new TerraformVariable(stack, "input", {});
    new MergeQueue(stack, "main", { ...WEB, batching: booleanValue as never });
    expect(listFaults(stack).join("\n")).toContain("batching: Must be false or an object. Pass a token as");
  });
});

describe("duplicate queues", () => {
  test("two constructs for one queue in a stack give an error that names both", () => {
    const stack = makeStack();
    new MergeQueue(stack, "first", WEB);
    const repo = { host: "GitHub.com", owner: "ACME", name: "Web" };
    new MergeQueue(new Construct(stack, "team"), "second", { ...WEB, repo });
    expect(listFaults(stack)).toEqual([
      "[stack/team/second] stack/first and stack/team/second declare the same queue (github.com/acme/web/main). Each " +
        "apply would overwrite the settings of one with the other's. Keep one of them.",
    ]);
  });

  test("branches that differ in case, and identities that only Terraform knows, are not duplicates", () => {
    const stack = makeStack();
    const { stringValue } = new TerraformVariable(stack, "text", {});
    new MergeQueue(stack, "one", WEB);
    new MergeQueue(stack, "two", { ...WEB, targetBranch: "Main" });
    new MergeQueue(stack, "three", { ...WEB, targetBranch: stringValue });
    new MergeQueue(stack, "four", { ...WEB, targetBranch: stringValue });
    expect(listFaults(stack)).toEqual([]);
  });

  test("the same queue at two services, or in two stacks, is not a duplicate", () => {
    const app = Testing.app();
    const outer = new TerraformStack(app, "outer");
    const inner = new TerraformStack(outer, "inner");
    for (const stack of [outer, inner]) {
      new MergeQueueProvider(stack, "default", { plugin: false });
      const provider = new MergeQueueProvider(stack, "other", { alias: "other", plugin: false });
      new MergeQueue(stack, "one", WEB);
      new MergeQueue(stack, "two", { ...WEB, provider });
      expect(listFaults(stack)).toEqual([]);
    }
  });

  test("a queue that moves within the stack is not a duplicate of itself; one that is moved from elsewhere is", () => {
    const stack = makeStack();
    const before = new MergeQueue(stack, "before", WEB);
    const after = new MergeQueue(stack, "after", WEB);
    after.resource.addMoveTarget("queue");
    before.resource.moveTo("queue");
    expect(listFaults(stack)).toEqual([]);
    new MergeQueue(stack, "second", WEB).resource.moveFromId("mergequeue_queue.old");
    expect(listFaults(stack)).toHaveLength(1);
  });
});
