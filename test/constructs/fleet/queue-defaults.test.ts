import { Aspects, TerraformStack, Testing, Token } from "cdktf";
import { Construct } from "constructs";
import {
  MergeQueue,
  MergeQueueProvider,
  type QueueDefaultProps,
  QueueDefaults,
} from "../../../src/constructs";
import { SHARED_PROPS } from "../../../src/constructs/queue/validate-queue-props";
import { EVERYTHING, findSynthError, IDENTITY, listFaults, makeStack, synth, WEB } from "../synth";

/** Returns the attributes of a queue beside those that say which one it is. */
function settingsOf(stack: TerraformStack, name = "main"): Record<string, unknown> {
  const { repo, target_branch, ...settings } = synth(stack).resource?.mergequeue_queue[name] ?? {};
  expect({ repo, target_branch }).toEqual(IDENTITY);
  return settings;
}

const MERGED = { color: null, size: 1, shape: { b: 2 }, weight: 7 };

describe("QueueDefaults", () => {
  test("every default has the same effect as a prop of the queue, in JSON and in HCL", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).add(EVERYTHING);
    new MergeQueue(stack, "main", WEB);
    const explicit = makeStack();
    new MergeQueue(explicit, "main", { ...EVERYTHING, ...WEB });
    expect(stack.toTerraform()).toEqual(explicit.toTerraform());
    expect(Testing.synthHcl(stack, true)).toEqual(Testing.synthHcl(explicit, true));
    expect(Object.keys(EVERYTHING).sort()).toEqual([...SHARED_PROPS].sort());
  });

  test("the queue's own value wins, then the nearest default, prop by prop", () => {
    const stack = makeStack();
    const team = new Construct(stack, "team");
    const queue = new MergeQueue(team, "main", { ...WEB, concurrency: 1, mode: undefined });
    const far = { concurrency: 5, mode: "single", mergeMethod: "rebase", commentsEnabled: true } as const;
    QueueDefaults.of(stack.node.root).add(far);
    QueueDefaults.of(stack).add({ concurrency: 4, mode: "parallel", mergeMethod: "squash" });
    QueueDefaults.of(team).add({ concurrency: 3, mode: "single" });
    QueueDefaults.of(queue).add({ concurrency: 2, mode: "parallel", batching: false });
    const [settings] = Object.values(synth(stack).resource?.mergequeue_queue ?? {});
    expect(settings).toEqual({
      ...IDENTITY,
      concurrency: 1,
      mode: "parallel",
      batch: false,
      merge_method: "squash",
      comments_enabled: true,
    });
  });

  test("defaults apply whether they are added before or after the queues, or by an aspect", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).add({ concurrency: 2 });
    new MergeQueue(stack, "main", WEB);
    QueueDefaults.of(stack).add({ mode: "parallel" });
    Aspects.of(stack).add({
      visit: (node) => {
        if (MergeQueue.isMergeQueue(node)) QueueDefaults.of(node).add({ mergeMethod: "squash" });
      },
    });
    expect(settingsOf(stack)).toEqual({ concurrency: 2, mode: "parallel", merge_method: "squash" });
    QueueDefaults.of(stack).add({ concurrency: 3 });
    expect(settingsOf(stack)).toMatchObject({ concurrency: 3 });
  });

  test("at one scope, later defaults override earlier ones; undefined does not override", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).add({ concurrency: 2, mode: "single" }).add({ concurrency: 3, mode: undefined });
    new MergeQueue(stack, "main", WEB);
    expect(settingsOf(stack)).toEqual({ concurrency: 3, mode: "single" });
  });

  test("without removes a default of an outer scope, until an inner one sets it again", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).add({ concurrency: 2, mode: "parallel", additionalSettings: { color: "red" } });
    const team = new Construct(stack, "team");
    QueueDefaults.of(team).add({ mode: "single" }).without("concurrency", "mode", "additionalSettings");
    new MergeQueue(team, "main", WEB);
    const again = new MergeQueue(team, "again", { ...WEB, targetBranch: "again" });
    QueueDefaults.of(again).without("concurrency").add({ concurrency: 5 });
    expect(Object.values(synth(stack).resource?.mergequeue_queue ?? {})).toEqual([
      { ...IDENTITY, target_branch: "again", concurrency: 5 },
      IDENTITY,
    ]);
  });

  test("batching and timeouts are overridden as a whole", () => {
    const stack = makeStack();
    const timeouts = { create: "1m", delete: "2m" };
    QueueDefaults.of(stack).add({ batching: { minSize: 2, maxWaitMinutes: 10 }, timeouts });
    new MergeQueue(stack, "main", { ...WEB, batching: { minSize: 5 }, timeouts: { delete: "9m" } });
    expect(settingsOf(stack)).toEqual({ batch: true, batching_min_size: 5, timeouts: { delete: "9m" } });
  });

  test.each([
    ["merged name by name; null stops managing one", { color: null, weight: 7 }, MERGED],
    ["overridden as a whole by a token", Token.asAny("${var.extra}"), "${var.extra}"],
  ])("additional settings are %s", (_, own, expected) => {
    const stack = makeStack();
    QueueDefaults.of(stack.node.root).add({ additionalSettings: { color: "red", size: 1, shape: { a: 1 } } });
    QueueDefaults.of(stack).add({ additionalSettings: { color: "green", shape: { b: 2 }, size: undefined } });
    new MergeQueue(stack, "main", { ...WEB, additionalSettings: own });
    expect(settingsOf(stack)).toEqual({ additional_settings: expected });
  });

  test("later changes to the caller's object do not change any queue", () => {
    const stack = makeStack();
    const statuses = ["ci/build"];
    const batching = { minSize: 2 };
    const color = { name: "red" };
    QueueDefaults.of(stack).add({ requiredStatuses: statuses, additionalSettings: { color } });
    new MergeQueue(stack, "main", { ...WEB, batching });
    statuses.push("ci/late");
    batching.minSize = 9;
    color.name = "late";
    expect(settingsOf(stack)).toEqual({
      batch: true,
      batching_min_size: 2,
      required_statuses: ["ci/build"],
      additional_settings: { color: { name: "red" } },
    });
  });

  test("defaults of another copy of the package apply", () => {
    const stack = makeStack();
    let other: typeof QueueDefaults | undefined;
    jest.isolateModules(() => {
      other = jest.requireActual<{ QueueDefaults: typeof QueueDefaults }>(
        "../../../src/constructs",
      ).QueueDefaults;
    });
    expect(other).not.toBe(QueueDefaults);
    other?.of(stack).add({ concurrency: 2, mode: "single" });
    QueueDefaults.of(stack).add({ concurrency: 3 });
    new MergeQueue(stack, "main", WEB);
    expect(settingsOf(stack)).toEqual({ concurrency: 3, mode: "single" });
  });
});

describe("validation of QueueDefaults", () => {
  test("an error is reported once, where the defaults were added, and not at the queues", () => {
    const stack = makeStack();
    const team = new Construct(stack, "team");
    QueueDefaults.of(team)
      .add({ concurrency: 0, batching: { minSize: -1 } })
      .add({ mode: "double" as "single" });
    for (const branch of ["a", "b", "c"]) new MergeQueue(team, branch, { ...WEB, targetBranch: branch });
    expect(listFaults(stack)).toEqual([
      expect.stringMatching(/^\[stack\/team\] QueueDefaults\.batching\.minSize: .* got -1\.$/) as string,
      expect.stringMatching(/^\[stack\/team\] QueueDefaults\.concurrency: .* got 0\.$/) as string,
      '[stack/team] QueueDefaults.mode: Must be one of "single", "parallel", got "double".',
    ]);
  });

  test.each<[unknown, string]>([
    [{ colour: "red" }, ".colour: There is no prop with this name."],
    [
      { batchingMinSize: 2 },
      ".batchingMinSize: There is no prop with this name. Did you mean batching.minSize?",
    ],
    [{ targetBranch: "main" }, ".targetBranch: Each queue must set this itself; it cannot have a default."],
    [{ provider: {} }, ".provider: Each queue must set this itself; it cannot have a default."],
    [null, ": Must be an object of props, got null."],
    ["single", ': Must be an object of props, got "single".'],
    [[1], ": Must be an object of props, got [1]."],
  ])("add(%j) is reported", (props, fault) => {
    const stack = makeStack();
    QueueDefaults.of(stack).add(props as QueueDefaultProps);
    new MergeQueue(stack, "main", WEB);
    expect(listFaults(stack)).toEqual([`[stack] QueueDefaults${fault}`]);
  });

  test("without reports names that cannot have a default", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).without("repo" as "mode", "colour" as "mode", 7 as unknown as "mode");
    expect(listFaults(stack)).toEqual([
      "[stack] QueueDefaults.repo: Each queue must set this itself; it cannot have a default.",
      "[stack] QueueDefaults.colour: There is no prop with this name.",
      "[stack] QueueDefaults.7: There is no prop with this name.",
    ]);
  });

  test("an error above the stacks is reported once, by the first stack with a queue", () => {
    const app = Testing.app();
    QueueDefaults.of(app).add({ concurrency: -1 });
    const group = new Construct(app, "group");
    QueueDefaults.of(group).add({ mode: "double" as "single" });
    for (const name of ["first", "second"]) {
      const stack = new TerraformStack(group, name);
      new MergeQueueProvider(stack, "provider", { plugin: false });
      new MergeQueue(stack, "a", WEB);
      new MergeQueue(stack, "b", { ...WEB, targetBranch: "b" });
    }
    const message = findSynthError(app);
    const lines = message.split("\n").filter((line) => line.includes("QueueDefaults"));
    expect(lines).toEqual([
      expect.stringMatching(/\[group\/first\] the app: QueueDefaults\.concurrency: .* got -1\.$/) as string,
      expect.stringMatching(/\[group\/first\] group: QueueDefaults\.mode: .* got "double"\.$/) as string,
    ]);
    expect(message).not.toContain("[group/first/a]");
  });

  test("defaults are checked even if no queue inherits them", () => {
    const app = Testing.app();
    QueueDefaults.of(app).add({ concurrency: -1 });
    new TerraformStack(app, "empty");
    expect(findSynthError(app)).toContain("QueueDefaults.concurrency");
  });
});
