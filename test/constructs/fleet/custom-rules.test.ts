import { MergeQueue, QueuePolicy, type QueueRule, type QueueView } from "../../../src/constructs";
import { listFaults, makeStack } from "../synth";
import { judge, KEPT, REMEDY, view, WEB } from "./support/judge";

/** Sets a field as a caller in JavaScript can. */
function setField(object: object, name: string, value: unknown): void {
  (object as Record<string, unknown>)[name] = value;
}

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

  test.each<unknown>([undefined, 1, "yes", Promise.resolve(true)])(
    "a result that is not a boolean is reported",
    (answer) => {
      const [fault] = judge({ message: "m", test: () => answer as boolean }).faults;
      expect(fault).toMatch(
        /requires: m\. This cannot be checked: its test returned .*, not true or false\. Correct the rule\./,
      );
    },
  );

  test("a rule reads effective values, as Terraform interprets them", () => {
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

  test("a rule cannot change the values that it reads", () => {
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
