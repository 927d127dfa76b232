import { TerraformIterator, TerraformVariable, Token } from "cdktf";
import {
  MergeQueue,
  QueuePolicy,
  type QueueRule,
  QueueRules,
  type QueueView,
  type QueueViewName,
} from "../../../src/constructs";
import { listFaults, makeStack, WEB } from "../synth";
import { judge, KEPT, view } from "./support/judge";

const NAMES: readonly QueueViewName[] = [
  ...(["repo", "targetBranch", "mode", "requiredStatuses", "batchingMinSize", "deletionPolicy"] as const),
  ...(["timeouts", "additionalSettings", "additionalSettings.a", "additionalSettings.c"] as const),
  ...(["additionalSettings.d", "batch", "concurrency", "onExisting"] as const),
];

const small = QueueRules.within("concurrency", { max: 4 });

test("a rule that reads an unknown value neither passes nor fails, and one warning says so", () => {
  const stack = makeStack();
  const concurrency = new TerraformVariable(stack, "n", {}).numberValue;
  const queue = new MergeQueue(stack, "main", { ...WEB, concurrency });
  QueuePolicy.of(stack).require(small).forbid(small);
  expect(listFaults(stack)).toEqual([]);
  expect(listFaults(stack)).toEqual([]);
  expect(queue.node.metadata.map(({ type, data }) => [type, data as unknown])).toEqual(
    ["requires", "forbids"].map((verb) => [
      "@cdktf/warn",
      `The policy of stack ${verb}: concurrency of at most 4. Synthesis cannot check this: only Terraform knows ` +
        "concurrency.",
    ]),
  );
});

test("a predicate that checks first, or does not need the value, decides", () => {
  const props = { concurrency: Token.asNumber("${var.n}"), mode: "parallel" } as const;
  const asks = (queue: QueueView): boolean =>
    !queue.isKnown("concurrency") || (queue.settings.concurrency ?? 0) > 1;
  expect(judge({ message: "m", test: asks }, props)).toEqual(KEPT);
  const first = ({ settings }: QueueView): boolean =>
    settings.mode === "parallel" || settings.concurrency === 1;
  expect(judge({ message: "m", test: first }, props)).toEqual(KEPT);
});

test("a predicate that swallows the error does not decide", () => {
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

test("isKnown returns a result for everything that can be read", () => {
  const token = Token.asString("${var.x}");
  const asked = view(
    {
      repo: `github.com/acme/${token}`,
      targetBranch: token,
      mode: Token.asAny(token),
      requiredStatuses: ["ci", token],
      batching: { minSize: Token.asNumber("${var.n}") },
      deletionPolicy: Token.asAny(token),
      timeouts: { create: token },
      additionalSettings: { a: { b: [token] }, c: "ci" },
    },
    (queue) => NAMES.filter((name) => queue.isKnown(name)),
  );
  const known = ["additionalSettings.c", "additionalSettings.d", "batch", "concurrency", "onExisting"];
  expect(asked).toEqual(known);
});

test("in additional settings that are a token every name is unknown", () => {
  const additionalSettings = Token.asAny("${var.extra}");
  const asked = view({ additionalSettings }, (queue) => queue.isKnown("additionalSettings.color"));
  expect(asked).toBe(false);
  const test = (queue: QueueView): boolean => queue.additionalSettings["color"] === "red";
  const { faults, warnings } = judge({ message: "m", test }, { additionalSettings });
  expect(faults).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining("only Terraform knows additionalSettings.") as string]);
});

test("the known values of queues of an iterator are read", () => {
  const stack = makeStack();
  const iterator = TerraformIterator.fromList(["a", "b"]);
  const each = { ...WEB, forEach: iterator, targetBranch: iterator.value as string };
  const queue = new MergeQueue(stack, "each", { ...each, concurrency: 9 });
  QueuePolicy.of(stack)
    .require(small)
    .require({ message: "main only", test: ({ targetBranch }) => targetBranch === "main" });
  const fault = "[stack/each] The queue breaks the policy of stack, which requires: concurrency";
  expect(listFaults(stack)).toEqual([expect.stringContaining(fault) as string]);
  expect(queue.node.metadata).toHaveLength(1);
});

test("values that validation reports are not checked by rules as well", () => {
  const find = (test: QueueRule["test"], props: object): unknown[] =>
    judge({ message: "m", test }, props).faults.map((fault) => fault.split(": ")[0]);
  expect(find(small.test, { concurrency: -1 })).toEqual(["concurrency"]);
  const wrong = { requiredStatuses: "ci", batching: 3 };
  expect(find(({ knownStatuses }) => knownStatuses.length > 0, wrong)).toEqual([
    "batching",
    "requiredStatuses",
  ]);
  const additionalSettings = { color: Number.NaN };
  expect(find((queue) => queue.additionalSettings["color"] === "red", { additionalSettings })).toEqual([
    "additionalSettings.color",
  ]);
});
