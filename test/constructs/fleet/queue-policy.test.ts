import { Aspects, TerraformIterator, TerraformStack, TerraformVariable, Testing, Token } from "cdktf";
import { Construct } from "constructs";
import type * as Constructs from "../../../src/constructs";
import type { MergeQueueProps, QueueRule, QueueView } from "../../../src/constructs";
import {
  MergeQueue,
  MergeQueueProvider,
  QueueDefaults,
  QueuePolicy,
  QueueRules,
} from "../../../src/constructs";
import { listFaults, makeStack } from "../synth";

const WEB = { repo: "github.com/acme/web", targetBranch: "main" };
const REMEDY = "Change the queue or the defaults that it inherits, or the policy.";

/** Answers what the policy says of one queue: faults without its path, and warnings. */
function judge(
  rule: QueueRule,
  props: Partial<MergeQueueProps> = {},
  kind: "require" | "forbid" = "require",
): { faults: string[]; warnings: string[] } {
  const stack = makeStack();
  const queue = new MergeQueue(stack, "main", { ...WEB, ...props });
  QueuePolicy.of(stack)[kind](rule);
  const faults = listFaults(stack).map((fault) => fault.replace("[stack/main] ", ""));
  return { faults, warnings: queue.node.metadata.map(({ data }) => String(data)) };
}

/** Answers what a rule can read of a queue. */
function view<T>(props: Partial<MergeQueueProps>, read: (queue: QueueView) => T): T {
  const answers: T[] = [];
  const { faults } = judge({ message: "is read", test: (queue) => answers.push(read(queue)) > 0 }, props);
  expect(faults).toEqual([]);
  expect(answers).toHaveLength(1);
  return answers[0] as T;
}

const kept = { faults: [], warnings: [] };

describe("QueuePolicy", () => {
  test("a broken rule names the queue, the policy's scope, what is declared and what to do", () => {
    const stack = makeStack();
    const team = new Construct(stack, "team");
    new MergeQueue(team, "main", { ...WEB, concurrency: 12, directMergeMode: "always" });
    QueuePolicy.of(stack).require(QueueRules.requiredStatuses()).forbid(QueueRules.directMerge());
    QueuePolicy.of(team).require(QueueRules.within("concurrency", { max: 8 }));
    const queue = "[stack/team/main] github.com/acme/web/main";
    expect(listFaults(stack)).toEqual([
      `${queue} lacks what the policy of stack requires: at least 1 required status (declared: no ` +
        `requiredStatuses). ${REMEDY}`,
      `${queue} has what the policy of stack forbids: direct merges (declared: directMergeMode "always"). ${REMEDY}`,
      `${queue} lacks what the policy of stack/team requires: concurrency of at most 8 (declared: concurrency ` +
        `12). ${REMEDY}`,
    ]);
  });

  test("policies hold for what is below their scope, for the scope itself, and add up", () => {
    const stack = makeStack();
    const team = new Construct(stack, "team");
    const inside = new MergeQueue(team, "inside", WEB);
    const outside = new MergeQueue(stack, "outside", { ...WEB, targetBranch: "next" });
    const rule = (message: string): QueueRule => ({ message, test: () => false });
    QueuePolicy.of(stack.node.root).require(rule("app"));
    QueuePolicy.of(team).require(rule("team"));
    QueuePolicy.of(outside).require(rule("queue"));
    expect(listFaults(stack).map((fault) => / of (.*?)\. /.exec(fault)?.[1])).toEqual([
      "the app requires: app",
      "stack/team requires: team",
      "the app requires: app",
      "stack/outside requires: queue",
    ]);
    expect(inside.node.path).toBe("stack/team/inside");
  });

  test("rules see defaults, whenever those and the policy were stated", () => {
    const stack = makeStack();
    QueuePolicy.of(stack).require(QueueRules.requiredStatuses());
    new MergeQueue(stack, "main", WEB);
    expect(listFaults(stack)).toHaveLength(1);
    QueueDefaults.of(stack.node.root).add({ requiredStatuses: ["ci/build"] });
    expect(listFaults(stack)).toEqual([]);
    QueuePolicy.of(stack).forbid(QueueRules.requiredStatuses());
    expect(listFaults(stack)).toHaveLength(1);
  });

  test("every run of validations says everything, also when queues came in between", () => {
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

  test("one run of validations walks over the stack as often for many queues as for one", () => {
    const countWalks = (queues: number): number => {
      const stack = makeStack();
      QueuePolicy.of(stack).require({ message: "anything", test: () => true });
      for (let i = 0; i < queues; i += 1) {
        new MergeQueue(stack, `queue${i}`, { ...WEB, targetBranch: `branch${i}` });
      }
      const findAll = jest.spyOn(stack.node, "findAll");
      stack.runAllValidations();
      return findAll.mock.calls.length;
    };
    expect(countWalks(50)).toBe(countWalks(1));
  });

  test("a queue that has moved elsewhere is not asked about", () => {
    const stack = makeStack();
    const queue = new MergeQueue(stack, "old", WEB);
    queue.resource.moveToId("mergequeue_queue.new");
    QueuePolicy.of(stack).require({ message: "never", test: () => false });
    expect(queue.node.validate()).toEqual([]);
  });

  test("policies of another copy of the package count, and its queues are checked, each once", () => {
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
    expect(
      listFaults(stack).map((fault) => fault.replace(/(requires|forbids|concurrency): .*/, "$1")),
    ).toEqual([
      "[stack/ours] github.com/acme/web/main lacks what the policy of stack requires",
      "[stack/ours] github.com/acme/web/main has what the policy of stack forbids",
      "[stack/theirs] concurrency",
      "[stack/theirs] github.com/acme/web/theirs lacks what the policy of stack requires",
      "[stack/theirs] github.com/acme/web/theirs has what the policy of stack forbids",
    ]);
  });

  test("what is no rule is reported where it was stated", () => {
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

  test("a queue whose identity only Terraform knows is named by its path alone", () => {
    const rule = { message: "Never.", test: () => false };
    expect(judge(rule, { targetBranch: "${var.branch}" }).faults).toEqual([
      `The queue lacks what the policy of stack requires: Never. ${REMEDY}`,
    ]);
  });
});

/** Sets a field as a caller in JavaScript can. */
function setField(object: object, name: string, value: unknown): void {
  (object as Record<string, unknown>)[name] = value;
}

describe("custom rules", () => {
  const batches: QueueRule = {
    message: "batches on release branches",
    test: (queue) => !queue.targetBranch.startsWith("release/") || queue.settings.batch === true,
  };

  test("a predicate decides over what counts for the queue", () => {
    expect(judge(batches)).toEqual(kept);
    expect(judge(batches, { targetBranch: "release/1", batching: {} })).toEqual(kept);
    expect(judge(batches, { targetBranch: "release/1" }).faults).toEqual([
      "github.com/acme/web/release/1 lacks what the policy of stack requires: batches on release branches " +
        `(declared: no batch). ${REMEDY}`,
    ]);
  });

  test("a predicate that throws is reported with the queue's path, and the others are asked on", () => {
    const stack = makeStack();
    for (const branch of ["a", "b"]) new MergeQueue(stack, branch, { ...WEB, targetBranch: branch });
    QueuePolicy.of(stack).require({
      message: "some order",
      test: (queue) => {
        if (queue.targetBranch === "a") throw new TypeError("boom");
        return false;
      },
    });
    expect(listFaults(stack)).toEqual([
      "[stack/a] What the policy of stack requires cannot be checked: some order; its test failed: boom. Correct " +
        "the rule.",
      `[stack/b] github.com/acme/web/b lacks what the policy of stack requires: some order. ${REMEDY}`,
    ]);
  });

  test.each<unknown>([undefined, 1, "yes", Promise.resolve(true)])(
    "an answer that is no boolean is reported",
    (answer) => {
      const [fault] = judge({ message: "m", test: () => answer as boolean }).faults;
      expect(fault).toMatch(
        /cannot be checked: m; its test answered .* instead of true or false\. Correct the rule\./,
      );
    },
  );

  test("what a rule reads is what counts, as Terraform will take it", () => {
    const read = view(
      {
        targetBranch: "release/$${x}",
        batching: { minSize: 3 },
        requiredStatuses: ["a", "$${b}"],
        additionalSettings: { color: { name: "red" }, size: null },
        timeouts: { create: "1m" },
      },
      (queue) => ({
        path: queue.path,
        repo: queue.repo,
        targetBranch: queue.targetBranch,
        settings: { ...queue.settings },
        knownStatuses: queue.knownStatuses,
        additionalSettings: { ...queue.additionalSettings },
        deletionPolicy: queue.deletionPolicy,
        onExisting: queue.onExisting,
        timeouts: queue.timeouts,
        absent: queue.additionalSettings["absent"],
        isPlain: Object.getPrototypeOf(queue.settings) === Object.prototype && !("x" in queue.settings),
      }),
    );
    expect(read).toEqual({
      path: "stack/main",
      repo: { host: "github.com", owner: "acme", name: "web" },
      targetBranch: "release/${x}",
      settings: { batch: true, batchingMinSize: 3, requiredStatuses: ["a", "${b}"] },
      knownStatuses: ["a", "${b}"],
      additionalSettings: { color: { name: "red" }, size: null },
      deletionPolicy: "refuse",
      onExisting: "fail",
      timeouts: { create: "1m" },
      absent: undefined,
      isPlain: true,
    });
  });

  test("a rule cannot change what it reads", () => {
    const attempts: ((queue: QueueView) => void)[] = [
      (queue) => {
        setField(queue, "targetBranch", "x");
      },
      (queue) => {
        setField(queue.settings, "mode", "single");
      },
      (queue) => (queue.settings.requiredStatuses as string[]).push("x"),
      (queue) => {
        setField(queue.additionalSettings["color"] as object, "name", "x");
      },
      (queue) => {
        setField(queue.timeouts, "create", "9m");
      },
      (queue) => {
        setField(queue.repo, "name", "x");
      },
    ];
    for (const attempt of attempts) {
      const props = { requiredStatuses: ["a"], additionalSettings: { color: { name: "red" } } };
      const test = (queue: QueueView): boolean => {
        attempt(queue);
        return true;
      };
      expect(judge({ message: "m", test }, props).faults).toEqual([
        expect.stringMatching(/its test failed: Cannot /) as string,
      ]);
    }
  });
});

describe("rules and what only Terraform knows", () => {
  const small = QueueRules.within("concurrency", { max: 4 });

  test("a rule that meets an unknown value is neither kept nor broken, and a warning says so once", () => {
    const stack = makeStack();
    const concurrency = new TerraformVariable(stack, "n", {}).numberValue;
    const queue = new MergeQueue(stack, "main", { ...WEB, concurrency });
    QueuePolicy.of(stack).require(small).forbid(small);
    expect(listFaults(stack)).toEqual([]);
    expect(listFaults(stack)).toEqual([]);
    expect(queue.node.metadata.map(({ type, data }) => [type, data as unknown])).toEqual(
      ["requires", "forbids"].map((verb) => [
        "@cdktf/warn",
        `What the policy of stack ${verb} cannot be checked at synth: concurrency of at most 4. Only Terraform will ` +
          "know concurrency.",
      ]),
    );
  });

  test("a predicate that asks first, or does not need it, decides", () => {
    const props = { concurrency: Token.asNumber("${var.n}"), mode: "parallel" };
    const asks = (queue: QueueView): boolean =>
      !queue.isKnown("concurrency") || (queue.settings.concurrency ?? 0) > 1;
    expect(judge({ message: "m", test: asks }, props)).toEqual(kept);
    const first = ({ settings }: QueueView): boolean =>
      settings.mode === "parallel" || settings.concurrency === 1;
    expect(judge({ message: "m", test: first }, props)).toEqual(kept);
  });

  test("a predicate that swallows the error decides nothing", () => {
    const test = (queue: QueueView): boolean => {
      try {
        return queue.settings.concurrency === 1;
      } catch {
        return false;
      }
    };
    const { faults, warnings } = judge({ message: "m", test }, { concurrency: Token.asNumber("${var.n}") });
    expect(faults).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  test("isKnown answers for everything that can be read", () => {
    const token = Token.asString("${var.x}");
    const asked = view(
      {
        repo: `github.com/acme/${token}`,
        targetBranch: token,
        mode: token,
        requiredStatuses: ["ci", token],
        batching: { minSize: Token.asNumber("${var.n}") },
        deletionPolicy: token,
        timeouts: { create: token },
        additionalSettings: { a: { b: [token] }, c: "ci" },
      },
      (queue) => [
        queue.isKnown("repo"),
        queue.isKnown("targetBranch"),
        queue.isKnown("mode"),
        queue.isKnown("requiredStatuses"),
        queue.isKnown("batchingMinSize"),
        queue.isKnown("deletionPolicy"),
        queue.isKnown("timeouts"),
        queue.isKnown("additionalSettings"),
        queue.isKnown("additionalSettings.a"),
        queue.isKnown("additionalSettings.c"),
        queue.isKnown("additionalSettings.d"),
        queue.isKnown("batch"),
        queue.isKnown("concurrency"),
        queue.isKnown("onExisting"),
      ],
    );
    expect(asked).toEqual([...new Array<boolean>(9).fill(false), ...new Array<boolean>(5).fill(true)]);
  });

  test("additional settings that are a token are unknown by every name", () => {
    const additionalSettings = Token.asAny("${var.extra}");
    const asked = view({ additionalSettings }, (queue) => queue.isKnown("additionalSettings.color"));
    expect(asked).toBe(false);
    const test = (queue: QueueView): boolean => queue.additionalSettings["color"] === "red";
    const { faults, warnings } = judge({ message: "m", test }, { additionalSettings });
    expect(faults).toEqual([]);
    expect(warnings).toEqual([
      expect.stringContaining("Only Terraform will know additionalSettings.") as string,
    ]);
  });

  test("queues of an iterator are read as far as they are known", () => {
    const stack = makeStack();
    const iterator = TerraformIterator.fromList(["a", "b"]);
    const queue = new MergeQueue(stack, "each", {
      repo: "github.com/acme/web",
      forEach: iterator,
      targetBranch: iterator.value as string,
      concurrency: 9,
    });
    QueuePolicy.of(stack)
      .require(small)
      .require({ message: "main only", test: ({ targetBranch }) => targetBranch === "main" });
    expect(listFaults(stack)).toEqual([
      expect.stringContaining(
        "[stack/each] The queue lacks what the policy of stack requires: concurrency",
      ) as string,
    ]);
    expect(queue.node.metadata).toHaveLength(1);
  });

  test("what validation reports is not judged as well", () => {
    expect(judge(small, { concurrency: -1 }).faults).toEqual([
      expect.stringMatching(/^concurrency: /) as string,
    ]);
    const read = (queue: QueueView): boolean => queue.knownStatuses.length > 0;
    const props = { requiredStatuses: "ci" as unknown as string[], batching: 3 as unknown as false };
    expect(judge({ message: "m", test: read }, props).faults).toEqual([
      expect.stringMatching(/^batching: /) as string,
      expect.stringMatching(/^requiredStatuses: /) as string,
    ]);
    const color = (queue: QueueView): boolean => queue.additionalSettings["color"] === "red";
    const { faults } = judge({ message: "m", test: color }, { additionalSettings: { color: Number.NaN } });
    expect(faults).toEqual([expect.stringMatching(/^additionalSettings\.color: /) as string]);
  });

  test("additional settings that hold themselves end nothing", () => {
    const loop: Record<string, unknown> = {};
    loop["again"] = loop;
    const { faults } = judge(
      QueueRules.directMerge(),
      { additionalSettings: { loop: loop as never } },
      "forbid",
    );
    expect(faults).toEqual([expect.stringMatching(/^additionalSettings\.loop: /) as string]);
  });
});

describe("policies over a whole app", () => {
  function addStack(scope: Construct, id: string): TerraformStack {
    const stack = new TerraformStack(scope, id);
    new MergeQueueProvider(stack, "provider", { plugin: false });
    return stack;
  }

  test("a stack whose queues are all right is not blamed for another one", () => {
    const app = Testing.app();
    const [good, bad] = [addStack(app, "good"), addStack(app, "bad")];
    new MergeQueue(good, "main", { ...WEB, requiredStatuses: ["ci"] });
    new MergeQueue(bad, "main", WEB);
    QueuePolicy.of(app).require(QueueRules.requiredStatuses());
    expect(listFaults(good)).toEqual([]);
    expect(listFaults(bad)).toHaveLength(1);
  });

  test("an aspect that repairs a stack counts when that stack is validated", () => {
    const app = Testing.app();
    const [first, second] = [addStack(app, "first"), addStack(app, "second")];
    new MergeQueue(first, "main", { ...WEB, requiredStatuses: ["ci"] });
    new MergeQueue(second, "main", WEB);
    Aspects.of(second).add({
      visit: (node) => {
        if (MergeQueue.isMergeQueue(node)) QueueDefaults.of(node).add({ requiredStatuses: ["ci"] });
      },
    });
    QueuePolicy.of(app).require(QueueRules.requiredStatuses());
    expect(() => {
      app.synth();
    }).not.toThrow();
  });

  test("a stack within a stack is validated with it, and named once", () => {
    const app = Testing.app();
    const outer = addStack(app, "outer");
    const inner = addStack(outer, "inner");
    new MergeQueue(inner, "main", WEB);
    QueuePolicy.of(app).require(QueueRules.requiredStatuses());
    expect(listFaults(outer)).toEqual([expect.stringMatching(/^\[outer\/inner\/main\] /) as string]);
    expect(listFaults(inner)).toHaveLength(1);
  });
});
