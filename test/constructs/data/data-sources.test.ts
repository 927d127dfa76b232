import { TerraformIterator } from "cdktf";
import type { Construct } from "constructs";
import {
  DataMergeQueue,
  DataMergeQueueMetrics,
  DataMergeQueuePullRequest,
  type DataMergeQueuePullRequestProps,
  DataMergeQueuePullRequests,
  DataMergeQueueTestRun,
  MergeQueue,
  MergeQueueProvider,
} from "../../../src/constructs";
import { IDENTITY, listFaults, makeStack, resolveTokens, synth, WEB } from "../synth";

const REPOSITORY = IDENTITY.repo;

/** Returns what validation says about a construct named `x`. */
function findFaults(declare: (scope: Construct) => unknown): string[] {
  const stack = makeStack();
  declare(stack);
  return listFaults(stack);
}

describe("data sources", () => {
  test("a construct in a stack has the address data.TYPE.<id>, and its data source is the child Default", () => {
    const stack = makeStack();
    const queue = new DataMergeQueue(stack, "main", WEB);

    expect(synth(stack).data).toEqual({ mergequeue_queue: { main: IDENTITY } });
    expect(queue.dataSource.node.path).toBe("stack/main/Default");
    expect(resolveTokens(stack, queue.fqn)).toBe("${data.mergequeue_queue.main}");
  });

  test("every prop is emitted under its Terraform name, and omitted ones are not emitted", () => {
    const stack = makeStack();
    const failed = { state: "failed", since: "2026-01-31T08:00:00Z" } as const;
    new DataMergeQueue(stack, "q", { ...WEB, repo: REPOSITORY });
    new DataMergeQueuePullRequest(stack, "by_number", { ...WEB, number: 0, branch: undefined });
    new DataMergeQueuePullRequest(stack, "by_branch", { ...WEB, branch: "feature/x" });
    new DataMergeQueuePullRequests(stack, "all", { ...WEB, state: undefined });
    new DataMergeQueuePullRequests(stack, "some", { ...WEB, ...failed });
    new DataMergeQueueTestRun(stack, "run", { ...WEB, testRunId: "run-1" });
    new DataMergeQueueMetrics(stack, "metrics");
    new DataMergeQueueMetrics(stack, "metrics_of_one", { repo: "github.com/acme/web" });
    expect(synth(stack).data).toEqual({
      mergequeue_queue: { q: IDENTITY },
      mergequeue_pull_request: {
        by_number: { ...IDENTITY, number: 0 },
        by_branch: { ...IDENTITY, branch: "feature/x" },
      },
      mergequeue_pull_requests: { all: IDENTITY, some: { ...IDENTITY, ...failed } },
      mergequeue_test_run: { run: { ...IDENTITY, test_run_id: "run-1" } },
      mergequeue_metrics: { metrics: {}, metrics_of_one: { repo: REPOSITORY } },
    });
  });

  test("meta-arguments are passed to the data source", () => {
    const stack = makeStack();
    const eu = new MergeQueueProvider(stack, "eu", { alias: "eu", plugin: false });
    const managed = new MergeQueue(stack, "managed", WEB);
    const iterator = TerraformIterator.fromList(["main", "next"]);
    const condition = '${self.state == "running"}';
    new DataMergeQueue(stack, "all", {
      ...WEB,
      targetBranch: iterator.value as string,
      provider: eu,
      dependsOn: [managed],
      forEach: iterator,
      lifecycle: { postcondition: [{ condition, errorMessage: "paused" }] },
    });
    new DataMergeQueueMetrics(stack, "none", { count: 0 });

    expect(synth(stack).data).toEqual({
      mergequeue_queue: {
        all: {
          repo: REPOSITORY,
          target_branch: "${each.value}",
          provider: "mergequeue.eu",
          depends_on: ["mergequeue_queue.managed"],
          for_each: '${toset(["main", "next"])}',
          lifecycle: { postcondition: [{ condition, error_message: "paused" }] },
        },
      },
      mergequeue_metrics: { none: { count: 0 } },
    });
  });
});

describe("validation of data sources", () => {
  test("all errors are reported at once, with their paths", () => {
    const repo = { host: "", owner: "acme", name: "a/b" };
    const wrong = { repo, targetBranch: "", state: "lost", since: "yesterday" };
    expect(findFaults((scope) => new DataMergeQueuePullRequests(scope, "x", wrong))).toEqual([
      "[stack/x] repo.host: The host must not be empty.",
      '[stack/x] repo.name: The name must not contain a slash, got "a/b".',
      "[stack/x] targetBranch: The target branch must not be empty.",
      expect.stringMatching(/^\[stack\/x\] state: Must be one of "not_ready", .*, got "lost"\.$/),
      expect.stringMatching(/^\[stack\/x\] since: Must be a date and time in RFC 3339 .* got "yesterday"\.$/),
    ]);
  });

  test.each<[Partial<DataMergeQueuePullRequestProps>, string[]]>([
    [{}, ["number: Set number or branch to say which pull request to read."]],
    [
      { number: 1, branch: "b" },
      ["branch: Set number or branch, not both: they could name different pull requests."],
    ],
    [{ number: -1 }, ["number: Must be a whole number from 0 to 4294967295, got -1."]],
    [{ number: 4294967296 }, ["number: Must be a whole number from 0 to 4294967295, got 4294967296."]],
    [{ branch: "" }, ["branch: Must be a string that is not empty."]],
    [{ number: 4294967295 }, []],
    [{ branch: "${var.branch}" }, []],
  ])("a pull request is chosen by exactly one of number and branch: %j", (selector, messages) => {
    expect(findFaults((scope) => new DataMergeQueuePullRequest(scope, "x", { ...WEB, ...selector }))).toEqual(
      messages.map((message) => `[stack/x] ${message}`),
    );
  });

  test("invalid values from JavaScript callers are reported", () => {
    const props = {
      repo: 5,
      targetBranch: undefined,
      testRunId: "",
      lifecycle: { preventDestroy: true, precondition: [] },
      provisioners: [],
      testrunId: "a",
      absent: undefined,
    } as never;
    expect(findFaults((scope) => new DataMergeQueueTestRun(scope, "x", props))).toEqual([
      '[stack/x] repo: Must be "host/owner/name" or { host, owner, name }.',
      "[stack/x] targetBranch: The target branch must be a string, not undefined.",
      "[stack/x] testRunId: Must be a string that is not empty.",
      "[stack/x] lifecycle.preventDestroy: The lifecycle of a data source can have only precondition and postcondition.",
      "[stack/x] provisioners: There is no prop with this name.",
      "[stack/x] testrunId: There is no prop with this name. Did you mean testRunId?",
    ]);
    const since = 5 as never;
    expect(findFaults((scope) => new DataMergeQueuePullRequests(scope, "x", { ...WEB, since }))).toEqual([
      "[stack/x] since: Must be a string that is not empty.",
    ]);
  });

  test("the repository of metrics is optional, but must be valid", () => {
    expect(findFaults((scope) => new DataMergeQueueMetrics(scope, "x"))).toEqual([]);
    const [fault] = findFaults((scope) => new DataMergeQueueMetrics(scope, "x", { repo: "acme/web" }));
    expect(fault).toContain("[stack/x] repo: ");
  });
});
