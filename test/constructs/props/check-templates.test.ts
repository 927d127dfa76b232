import {
  DataMergeQueue,
  MergeQueue,
  type MergeQueueProps,
  MergeQueueProvider,
  QueueDefaults,
} from "../../../src/constructs";
import { listFaults, makeStack } from "../synth";

const REQUIRED: MergeQueueProps = { repo: "github.com/acme/web", targetBranch: "main" };

describe("unclosed expressions", () => {
  test.each<[string, Partial<MergeQueueProps>]>([
    ["repo", { repo: "github.com/${var.owner/web" }],
    ["repo.name", { repo: { host: "github.com", owner: "acme", name: "${web" } }],
    ["targetBranch", { targetBranch: "release/${var.version" }],
    ["targetBranch", { targetBranch: '${upper("main}' }],
    ["targetBranch", { targetBranch: "%{if true" }],
    ["mode", { mode: "${var.mode" }],
    ["requiredStatuses", { requiredStatuses: ["ci/build", "${ci/test"] }],
    ["timeouts.create", { timeouts: { create: "${var.time" } }],
    ["additionalSettings.color.dark", { additionalSettings: { color: { dark: ["${var.color"] } } }],
  ])("one in %s is found at synth, with what to do", (path, props) => {
    const stack = makeStack();
    new MergeQueue(stack, "main", { ...REQUIRED, ...props });
    const [fault, ...more] = listFaults(stack);
    expect(fault).toMatch(/^\[stack\/main\] .* is not closed\. Close the expression with a brace; /);
    expect(fault?.startsWith(`[stack/main] ${path}: The expression in "`)).toBe(true);
    expect(more).toEqual([]);
  });

  test("are found in defaults and in data sources", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).add({ mode: "${var.mode" });
    new DataMergeQueue(stack, "read", { ...REQUIRED, targetBranch: "${var.branch" });
    expect(listFaults(stack)).toEqual([
      expect.stringMatching(/^\[stack\] QueueDefaults\.mode: .* is not closed/) as string,
      expect.stringMatching(/^\[stack\/read\] targetBranch: .* is not closed/) as string,
    ]);
  });

  test("S-03: are found in a provider's arguments, whose values are not repeated", () => {
    const stack = makeStack();
    new MergeQueueProvider(stack, "other", { alias: "other", plugin: false, token: "${hush" });
    const [fault, ...more] = listFaults(stack);
    expect(fault).toMatch(/^\[stack\/other\] token: It contains an expression that is not closed\. /);
    expect(fault).not.toContain("hush");
    expect(more).toEqual([]);
  });

  test("are not reported if closed or escaped", () => {
    const stack = makeStack();
    new MergeQueue(stack, "main", { ...REQUIRED, targetBranch: '$${x-${upper("a}")}', mode: "${var.mode}" });
    expect(listFaults(stack)).toEqual([]);
  });
});
