import type { Construct } from "constructs";
import * as library from "../../../src/constructs";
import {
  DataMergeQueue,
  type MergeQueueProps,
  MergeQueueProvider,
  QueueDefaults,
} from "../../../src/constructs";
import { faultsOf, listFaults, makeStack, WEB } from "../synth";

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
    const [fault, ...more] = faultsOf(props);
    expect(fault).toMatch(/^\[stack\/main\] .* is not closed\. Close the expression with a brace\. /);
    expect(fault?.startsWith(`[stack/main] ${path}: The expression in "`)).toBe(true);
    expect(more).toEqual([]);
  });

  test("S-03: are found in defaults, data sources and a provider's arguments, whose values are not repeated", () => {
    const stack = makeStack();
    QueueDefaults.of(stack).add({ mode: "${var.mode" });
    new DataMergeQueue(stack, "read", { ...WEB, targetBranch: "${var.branch" });
    new MergeQueueProvider(stack, "other", { alias: "other", plugin: false, token: "${hush" });
    const faults = listFaults(stack);
    expect(faults).toEqual([
      expect.stringMatching(/^\[stack\] QueueDefaults\.mode: .* is not closed/) as string,
      expect.stringMatching(/^\[stack\/read\] targetBranch: .* is not closed/) as string,
      expect.stringMatching(
        /^\[stack\/other\] token: It contains an expression that is not closed\. /,
      ) as string,
    ]);
    expect(faults[2]).not.toContain("hush");
    // Not reported if closed or escaped.
    expect(faultsOf({ targetBranch: '$${x-${upper("a}")}', mode: "${var.mode}" })).toEqual([]);
  });
});

type Constructor = new (scope: Construct, id: string, props: unknown) => unknown;

const CONSTRUCTS: readonly (readonly [string, unknown])[] = Object.entries(library).filter(([name]) =>
  /^(Data)?MergeQueue(Provider|PullRequests?|TestRun|Metrics)?$/.test(name),
);

describe("invalid props", () => {
  test.each(CONSTRUCTS)("%s reports them at synth, with its path", (_name, construct) => {
    for (const props of [null, "main", ["main"]]) {
      const stack = makeStack();
      new (construct as Constructor)(stack, "main", props);
      expect(listFaults(stack)).toContain(
        `[stack/main] props: Must be an object of props, got ${JSON.stringify(props)}.`,
      );
    }
  });

  test("a queue without props gives an error that says what it needs", () => {
    const stack = makeStack();
    new (library.MergeQueue as unknown as Constructor)(stack, "main", undefined);
    expect(listFaults(stack)).toEqual([
      "[stack/main] props: Must be an object of props, got undefined.",
      '[stack/main] repo: Must be "host/owner/name" or { host, owner, name }.',
      "[stack/main] targetBranch: The target branch must be a string, not undefined.",
    ]);
  });
});
