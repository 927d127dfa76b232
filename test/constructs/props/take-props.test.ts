import type { Construct } from "constructs";
import * as library from "../../../src/constructs";
import { listFaults, makeStack } from "../synth";

type Constructor = new (scope: Construct, id: string, props: unknown) => unknown;

const CONSTRUCTS: readonly (readonly [string, unknown])[] = Object.entries(library).filter(([name]) =>
  /^(Data)?MergeQueue(Provider|PullRequests?|TestRun|Metrics)?$/.test(name),
);

describe("invalid props", () => {
  test("all constructs are tried", () => {
    expect(CONSTRUCTS.map(([name]) => name).sort()).toEqual([
      "DataMergeQueue",
      "DataMergeQueueMetrics",
      "DataMergeQueuePullRequest",
      "DataMergeQueuePullRequests",
      "DataMergeQueueTestRun",
      "MergeQueue",
      "MergeQueueProvider",
    ]);
  });

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
