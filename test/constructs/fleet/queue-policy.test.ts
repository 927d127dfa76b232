import { Aspects, TerraformStack, Testing } from "cdktf";
import { Construct } from "constructs";
import type * as Constructs from "../../../src/constructs";
import {
  MergeQueue,
  MergeQueueProvider,
  QueueDefaults,
  QueuePolicy,
  type QueueRule,
  QueueRules,
} from "../../../src/constructs";
import { listFaults, makeStack, WEB } from "../synth";
import { REMEDY } from "./support/judge";

describe("QueuePolicy", () => {
  test("the message of a broken rule names the queue, the policy's scope, the declared value and what to do", () => {
    const stack = makeStack();
    const team = new Construct(stack, "team");
    new MergeQueue(team, "main", { ...WEB, concurrency: 12, directMergeMode: "always" });
    QueuePolicy.of(stack).require(QueueRules.requiredStatuses()).forbid(QueueRules.directMerge());
    QueuePolicy.of(team).require(QueueRules.within("concurrency", { max: 8 }));
    const queue = "[stack/team/main] github.com/acme/web/main";
    expect(listFaults(stack)).toEqual([
      `${queue} breaks the policy of stack, which requires: at least 1 required status (declared: no ` +
        `requiredStatuses). ${REMEDY}`,
      `${queue} breaks the policy of stack, which forbids: direct merges (declared: directMergeMode "always"). ${REMEDY}`,
      `${queue} breaks the policy of stack/team, which requires: concurrency of at most 8 (declared: concurrency ` +
        `12). ${REMEDY}`,
    ]);
  });

  test("policies apply to their scope and everything below it, and add up", () => {
    const stack = makeStack();
    const team = new Construct(stack, "team");
    const inside = new MergeQueue(team, "inside", WEB);
    const outside = new MergeQueue(stack, "outside", { ...WEB, targetBranch: "next" });
    const rule = (message: string): QueueRule => ({ message, test: () => false });
    QueuePolicy.of(stack.node.root).require(rule("app"));
    QueuePolicy.of(team).require(rule("team"));
    QueuePolicy.of(outside).require(rule("queue"));
    expect(listFaults(stack).map((fault) => / of (.*?)\. /.exec(fault)?.[1])).toEqual([
      "the app, which requires: app",
      "stack/team, which requires: team",
      "the app, which requires: app",
      "stack/outside, which requires: queue",
    ]);
    expect(inside.node.path).toBe("stack/team/inside");
  });

  test("rules see defaults, in whichever order defaults and policy were added", () => {
    const stack = makeStack();
    QueuePolicy.of(stack).require(QueueRules.requiredStatuses());
    new MergeQueue(stack, "main", WEB);
    expect(listFaults(stack)).toHaveLength(1);
    QueueDefaults.of(stack.node.root).add({ requiredStatuses: ["ci/build"] });
    expect(listFaults(stack)).toEqual([]);
    QueuePolicy.of(stack).forbid(QueueRules.requiredStatuses());
    expect(listFaults(stack)).toHaveLength(1);
  });

  test("every validation run reports everything, even if queues were added in between", () => {
    const stack = makeStack();
    const team = new Construct(stack, "team");
    new MergeQueue(stack, "first", WEB);
    QueuePolicy.of(stack).require(QueueRules.requiredStatuses());
    const first = listFaults(stack);
    expect(first).toHaveLength(1);
    expect(listFaults(stack)).toEqual(first);
    const late = new MergeQueue(team, "late", { ...WEB, targetBranch: "late" });
    expect(late.node.validate()).toHaveLength(1);
    expect(late.node.validate()).toHaveLength(1);
    expect(listFaults(stack)).toHaveLength(2);
  });

  test("a queue that has moved elsewhere is not checked", () => {
    const stack = makeStack();
    const queue = new MergeQueue(stack, "old", WEB);
    queue.resource.moveToId("mergequeue_queue.new");
    QueuePolicy.of(stack).require({ message: "never", test: () => false });
    expect(queue.node.validate()).toEqual([]);
  });

  test("policies of another copy of the package apply, and its queues are checked, each once", () => {
    const stack = makeStack();
    let other: typeof Constructs | undefined;
    jest.isolateModules(() => {
      other = jest.requireActual("../../../src/constructs");
    });
    if (other === undefined) throw new Error("no other copy");
    expect(other.MergeQueue).not.toBe(MergeQueue);
    new MergeQueue(stack, "ours", WEB);
    new other.MergeQueue(stack, "theirs", { ...WEB, targetBranch: "theirs", concurrency: 0 });
    QueuePolicy.of(stack).require(QueueRules.requiredStatuses());
    other.QueuePolicy.of(stack).forbid(other.QueueRules.deletionPolicy("refuse"));
    const faults = listFaults(stack).map((fault) =>
      fault.replace(/(requires|forbids|concurrency): .*/, "$1"),
    );
    expect(faults).toEqual([
      "[stack/ours] github.com/acme/web/main breaks the policy of stack, which requires",
      "[stack/ours] github.com/acme/web/main breaks the policy of stack, which forbids",
      "[stack/theirs] concurrency",
      "[stack/theirs] github.com/acme/web/theirs breaks the policy of stack, which requires",
      "[stack/theirs] github.com/acme/web/theirs breaks the policy of stack, which forbids",
    ]);
  });

  test("anything that is not a rule is reported where it was added", () => {
    const stack = makeStack();
    new MergeQueue(stack, "main", WEB);
    QueuePolicy.of(stack)
      .require("squash" as unknown as QueueRule)
      .forbid({ message: " ", test: () => false })
      .require(null as unknown as QueueRule);
    expect(listFaults(stack)).toEqual([
      '[stack] QueuePolicy.require: Must be a rule of QueueRules or { message, test }, got "squash".',
      expect.stringMatching(/^\[stack\] QueuePolicy\.forbid: Must be a rule/) as string,
      "[stack] QueuePolicy.require: Must be a rule of QueueRules or { message, test }, got null.",
    ]);
  });
});

describe("policies over a whole app", () => {
  function addStack(scope: Construct, id: string): TerraformStack {
    const stack = new TerraformStack(scope, id);
    new MergeQueueProvider(stack, "provider", { plugin: false });
    return stack;
  }

  test("a stack that complies reports no errors of another one, which an aspect may repair before its validation", () => {
    const app = Testing.app();
    const [good, bad] = [addStack(app, "good"), addStack(app, "bad")];
    new MergeQueue(good, "main", { ...WEB, requiredStatuses: ["ci"] });
    new MergeQueue(bad, "main", WEB);
    QueuePolicy.of(app).require(QueueRules.requiredStatuses());
    expect(listFaults(good)).toEqual([]);
    expect(listFaults(bad)).toHaveLength(1);
    Aspects.of(bad).add({
      visit: (node) => {
        if (MergeQueue.isMergeQueue(node)) QueueDefaults.of(node).add({ requiredStatuses: ["ci"] });
      },
    });
    expect(app.synth.bind(app)).not.toThrow();
  });

  test("a nested stack is validated with its parent, and named once", () => {
    const app = Testing.app();
    const outer = addStack(app, "outer");
    const inner = addStack(outer, "inner");
    new MergeQueue(inner, "main", WEB);
    QueuePolicy.of(app).require(QueueRules.requiredStatuses());
    expect(listFaults(outer)).toEqual([expect.stringMatching(/^\[outer\/inner\/main\] /) as string]);
    expect(listFaults(inner)).toHaveLength(1);
  });
});
