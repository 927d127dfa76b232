import { Token } from "cdktf";
import {
  MergeQueue,
  type MergeQueueProps,
  type QueueNumberSetting,
  QueuePolicy,
  type QueueRule,
  QueueRules,
  type QueueViewSettings,
  type RequiredStatusesOptions,
} from "../../../src/constructs";
import type { SETTINGS, SettingName } from "../../../src/queue/settings";
import { listFaults, makeStack, WEB } from "../synth";
import { judge, KEPT, REMEDY, view } from "./support/judge";

describe("custom rules", () => {
  const batches: QueueRule = {
    message: "batches on release branches",
    test: (queue) => !queue.targetBranch.startsWith("release/") || queue.settings.batch === true,
  };

  test("a predicate sees the queue's effective settings", () => {
    expect(judge(batches)).toEqual(KEPT);
    expect(judge(batches, { targetBranch: "release/1", batching: {} })).toEqual(KEPT);
    expect(judge(batches, { targetBranch: "release/1" }).faults).toEqual([
      "github.com/acme/web/release/1 breaks the policy of stack, which requires: batches on release branches " +
        `(declared: no batch). ${REMEDY}`,
    ]);
  });

  test("a predicate that throws is reported with the queue's path, and the other rules are still checked", () => {
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
      "[stack/a] The policy of stack requires: some order. This cannot be checked: its test failed: boom. Correct " +
        "the rule.",
      `[stack/b] github.com/acme/web/b breaks the policy of stack, which requires: some order. ${REMEDY}`,
    ]);
  });

  test.each<unknown>([undefined, 1, "yes", Promise.resolve(true)])("the result %p is reported", (answer) => {
    const [fault] = judge({ message: "m", test: () => answer as boolean }).faults;
    const reason = "This cannot be checked: its test returned .*, not true or false. Correct the rule.";
    expect(fault).toMatch(new RegExp(`requires: m. ${reason}`));
  });

  test("a rule reads effective values, as Terraform interprets them", () => {
    const read = view(
      {
        targetBranch: "release/$${x}",
        batching: { minSize: 3 },
        requiredStatuses: ["a", "$${b}"],
        additionalSettings: { color: { name: "red" }, size: null },
        timeouts: { create: "1m" },
      },
      ({ isKnown, ...queue }) => ({
        ...queue,
        settings: { ...queue.settings },
        additionalSettings: { ...queue.additionalSettings },
        absent: queue.additionalSettings["absent"],
        isPlain: Object.getPrototypeOf(queue.settings) === Object.prototype && !("x" in queue.settings),
        isKnown: isKnown("mode"),
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
      isKnown: true,
    });
  });

  test("a rule cannot change the values that it reads", () => {
    const props = { requiredStatuses: ["a"], additionalSettings: { color: { name: "red" } } };
    const read = view(props, (queue) => {
      const { repo, settings, additionalSettings, timeouts } = queue;
      return [
        queue,
        repo,
        settings,
        settings.requiredStatuses,
        additionalSettings,
        additionalSettings["color"],
        timeouts,
      ];
    });
    expect(read.map((value) => Object.isFrozen(value))).toEqual(read.map(() => true));
  });
});

/** `true` if each type can stand for the other. */
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

type NumberRow = Extract<(typeof SETTINGS)[number], { kind: "integer" }>;

// A wrong line here does not compile: what rules see follows the settings table.
const PINNED: readonly true[] = [
  true satisfies Equal<keyof QueueViewSettings, SettingName>,
  true satisfies Equal<QueueNumberSetting, NumberRow["name"]>,
  true satisfies Equal<
    Pick<Required<QueueViewSettings>, NumberRow["name"]>,
    Record<NumberRow["name"], number>
  >,
  true satisfies Equal<QueueViewSettings["batch"], boolean | undefined>,
];

/** Tells whether a queue meets a rule: `unknown` if only Terraform will know. */
function isMet(rule: QueueRule, props: Partial<MergeQueueProps>): boolean | "unknown" {
  const [required, forbidden] = (["require", "forbid"] as const).map((kind) => {
    const { faults, warnings } = judge(rule, props, kind);
    return warnings.length > 0 ? `warned ${faults.length}` : faults.length > 0;
  });
  if (typeof required !== "boolean") {
    expect([required, forbidden]).toEqual(["warned 0", "warned 0"]);
    return "unknown";
  }
  expect(forbidden).toBe(!required);
  return !required;
}

const token = "${var.x}";

describe("QueueRules", () => {
  test.each<[RequiredStatusesOptions | undefined, MergeQueueProps["requiredStatuses"], unknown]>([
    [undefined, undefined, false],
    [undefined, [], false],
    [undefined, ["a"], true],
    [{ atLeast: 2 }, ["a"], false],
    [{ atLeast: 2 }, ["a", "a"], false],
    [{ atLeast: 2 }, ["a", "b"], true],
    [{ atLeast: 2 }, ["a", token], "unknown"],
    [{ atLeast: 2 }, ["a", "b", token], true],
    [{ including: ["a"] }, ["b", "a"], true],
    [{ including: ["a"] }, ["b"], false],
    [{ including: ["a"] }, ["b", token], "unknown"],
    [{ including: ["a"] }, ["b", "ci/${var.x}"], "unknown"],
    [{ including: ["${a}"] }, ["$${a}"], true],
    [{}, Token.asList("${var.list}"), "unknown"],
  ])("requiredStatuses(%j) is met by %j: %s", (options, requiredStatuses, expected) => {
    expect(isMet(QueueRules.requiredStatuses(options), { requiredStatuses })).toBe(expected);
  });

  test.each<[MergeQueueProps["directMergeMode"], unknown]>([
    [undefined, false],
    ["off", false],
    ["always", true],
    [token, "unknown"],
  ])("directMerge() is met by directMergeMode %j: %s", (directMergeMode, expected) => {
    expect(isMet(QueueRules.directMerge(), { directMergeMode })).toBe(expected);
  });

  test.each<[Parameters<typeof QueueRules.within>[1], number | undefined, unknown]>([
    [{ max: 4 }, undefined, false],
    [{ max: 4 }, 4, true],
    [{ max: 4 }, 5, false],
    [{ min: 2 }, 1, false],
    [{ min: 2 }, 2, true],
    [{ max: 4 }, Token.asNumber("${var.n}"), "unknown"],
  ])('within("concurrency", %j) is met by %j: %s', (bounds, concurrency, expected) => {
    expect(isMet(QueueRules.within("concurrency", bounds), { concurrency })).toBe(expected);
  });

  test.each<[Parameters<typeof QueueRules.settings>[0], Partial<MergeQueueProps>, unknown]>([
    [{ mergeMethod: "squash" }, {}, false],
    [{ mergeMethod: "squash" }, { mergeMethod: "squash" }, true],
    [{ mergeMethod: "squash", batch: true }, { mergeMethod: "squash", batching: {} }, true],
    [{ mergeMethod: "squash", batch: true }, { mergeMethod: "squash", batching: false }, false],
    [{ batching: false }, { batching: false }, true],
    [{ batching: { minSize: 4 } }, { batching: { minSize: 2 } }, false],
    [{ requiredStatuses: ["a", "b"] }, { requiredStatuses: ["b", "a", "b"] }, true],
    [{ requiredStatuses: ["a", "b"] }, { requiredStatuses: ["a"] }, false],
    [{ requiredStatuses: ["a"] }, { requiredStatuses: ["b"] }, false],
    [{ mergeMethod: "squash" }, { mergeMethod: token }, "unknown"],
  ])("settings(%j) is met by %j: %s", (wanted, props, expected) => {
    expect(isMet(QueueRules.settings(wanted), props)).toBe(expected);
  });

  test.each<[MergeQueueProps["deletionPolicy"], unknown]>([
    [undefined, true],
    ["refuse", true],
    ["abandon", false],
    [token, "unknown"],
  ])('deletionPolicy("refuse", "drain") is met by %j: %s', (deletionPolicy, expected) => {
    expect(isMet(QueueRules.deletionPolicy("refuse", "drain"), { deletionPolicy })).toBe(expected);
  });

  test.each<[keyof typeof QueueRules, readonly unknown[], string]>([
    ["requiredStatuses", [{ atLeast: 0 }], "from 1, got 0."],
    ["requiredStatuses", [{ atLeast: 1.5 }], "from 1, got 1.5."],
    ["within", ["mode", { max: 1 }], '"mode" is not a numeric setting.'],
    ["within", ["concurency", { max: 1 }], "Did you mean concurrency?"],
    ["within", ["concurrency", {}], "got {}."],
    ["within", ["concurrency", { min: 2, max: 1 }], "got {"],
    ["settings", [{ mode: undefined }], "Name at least one"],
    ["settings", [{ color: "red" }], "color: There is no setting"],
    ["settings", [{ mode: "double" }], "mode: Must be one of"],
    ["settings", [{ batching: true }], "batching: Must be false or {"],
    ["deletionPolicy", [], "Name at least one"],
    ["deletionPolicy", ["keep"], 'got "keep"'],
  ])("the rule %s of %j is refused at once", (name, given, reason) => {
    const rules = QueueRules as unknown as Record<string, (...args: readonly unknown[]) => QueueRule>;
    expect(() => rules[name]?.(...given)).toThrow(reason);
  });

  test.each([
    [QueueRules.requiredStatuses(), "at least 1 required status"],
    [
      QueueRules.requiredStatuses({ atLeast: 2, including: ["ci/build", "ci/test"] }),
      'at least 2 required statuses, "ci/build" and "ci/test" among them',
    ],
    [QueueRules.within("concurrency", { min: 1, max: 8 }), "concurrency from 1 to 8"],
    [QueueRules.within("concurrency", { min: 2 }), "concurrency of at least 2"],
    [QueueRules.settings({ mergeMethod: "squash", batch: false }), 'mergeMethod "squash" and batch false'],
    [QueueRules.deletionPolicy("refuse", "drain"), 'deletionPolicy "refuse" or "drain"'],
  ])("messages say how to comply with the rule: %#", ({ message }, expected) => {
    expect(PINNED).not.toContain(false);
    expect(message).toBe(expected);
  });
});
