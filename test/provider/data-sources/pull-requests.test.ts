import { TfNumber } from "../../../src/plugin/tf-number";
import { UNKNOWN } from "../../../src/plugin/value";
import {
  PULL_REQUEST_DATA_SOURCE,
  PULL_REQUESTS_DATA_SOURCE,
} from "../../../src/provider/data-sources/pull-request-data-sources";
import { failure, pullRequest, QUEUE, type Step, without } from "../../reconcile/support/steps";
import { IDENTITY, type Plain } from "../support/queue-values";
import { readDataSource, shownPullRequest, validateDataSource } from "../support/read-data-source";

const READINESS = {
  hasImpactedTargets: true,
  requiresImpactedTargets: true,
  doesBaseBranchMatch: true,
  hostMergeability: "mergeable",
};

function gets(pr: object, response: unknown): Step {
  return { operation: "getSubmittedPullRequest", request: { ...QUEUE, pr }, response };
}

function submitted(fields: object = {}): object {
  const more = { forceEnqueued: false, isCurrentlySubmittedToQueue: true, readiness: READINESS };
  return { ...without(pullRequest(7), "noBatch"), ...more, ...fields };
}

function read(step: Step, chosen: { readonly [name: string]: Plain }) {
  return readDataSource(PULL_REQUEST_DATA_SOURCE, [step], chosen);
}

describe("mergequeue_pull_request", () => {
  const SHOWN = {
    ...IDENTITY,
    ...shownPullRequest(7),
    force_enqueued: false,
    is_currently_submitted_to_queue: true,
    verified_by_test_run: null,
    readiness: {
      has_impacted_targets: true,
      requires_impacted_targets: true,
      does_base_branch_match: true,
      host_mergeability: "mergeable",
    },
    can_start_testing: true,
    additional_details: null,
  };

  test("is read by number", async () => {
    const { state, diagnostics } = await read(gets({ number: 7 }, submitted()), { number: 7 });
    expect(diagnostics).toEqual([]);
    expect(state).toEqual({ ...SHOWN, branch: null });
  });

  test("is read by branch, which shows its number", async () => {
    const { state } = await read(gets({ branch: "feature/x" }, submitted()), { branch: "feature/x" });
    expect(state).toEqual({ ...SHOWN, branch: "feature/x" });
  });

  test.each([0, 4_294_967_295])("takes the number %d", async (number) => {
    const step = gets({ number }, submitted({ prNumber: number }));
    expect((await read(step, { number })).state).toMatchObject({ number });
  });

  test("what cannot start testing says so, and what cannot be told is null", async () => {
    const conflict = submitted({ readiness: { ...READINESS, hostMergeability: "not_mergeable" } });
    expect((await read(gets({ number: 7 }, conflict), { number: 7 })).state).toMatchObject({
      can_start_testing: false,
      readiness: { host_mergeability: "not_mergeable" },
    });
    const partly = submitted({ readiness: { doesBaseBranchMatch: true } });
    expect((await read(gets({ number: 7 }, partly), { number: 7 })).state).toMatchObject({
      can_start_testing: null,
      readiness: {
        has_impacted_targets: null,
        requires_impacted_targets: null,
        does_base_branch_match: true,
        host_mergeability: null,
      },
    });
  });

  test("F-17: what the service leaves out is null, readiness included", async () => {
    const { state } = await read(gets({ number: 7 }, { prNumber: 7 }), { number: 7 });
    const nothing = Object.fromEntries(Object.keys(SHOWN).map((name) => [name, null]));
    expect(state).toEqual({ ...nothing, ...IDENTITY, number: 7, branch: null });
  });

  test("shows the fields of the response beyond its attributes, and the whole readiness if it has more fields", async () => {
    const more = submitted({ testRunId: "run-1", noBatch: true });
    expect((await read(gets({ number: 7 }, more), { number: 7 })).state).toMatchObject({
      additional_details: { value: { testRunId: "run-1", noBatch: true } },
    });
    const readiness = { ...READINESS, approvals: 2 };
    const { state } = await read(gets({ number: 7 }, submitted({ readiness })), { number: 7 });
    expect(state).toMatchObject({ additional_details: { value: { readiness } }, can_start_testing: true });
  });

  test("a response about another pull request is an error", async () => {
    const { state, diagnostics } = await read(gets({ number: 8 }, submitted()), { number: 8 });
    expect(state).toBeNull();
    expect(diagnostics[0]?.detail).toContain("for pull request 8, but the service returned pull request 7");
  });

  test.each<[string, object, { readonly [name: string]: Plain }, string, string]>([
    ["number", { number: 7 }, { number: 7 }, "Pull request 7 of queue", "number"],
    ["branch", { branch: "x" }, { branch: "x" }, 'A pull request from branch "x" of queue', "branch"],
  ])(
    "F-16: none that was submitted is an error at %s that says which",
    async (_, pr, chosen, named, attribute) => {
      const { state, diagnostics } = await read(gets(pr, failure("not_found")), chosen);
      expect(state).toBeNull();
      expect(diagnostics).toMatchObject([
        { summary: "Not found by the merge queue service", path: [{ attribute }] },
      ]);
      expect(diagnostics[0]?.detail).toContain(`${named} "github.com/acme/web/main" was not found.`);
    },
  );

  test.each<[string, { readonly [name: string]: Plain }, string[]]>([
    ["neither", {}, [": Set exactly one"]],
    ["both", { number: 7, branch: "x" }, ["branch: Set exactly one"]],
    ["a negative number", { number: -1 }, ["number: Must be a whole number from 0 to 4294967295, got -1."]],
    ["a number that is too large", { number: 4_294_967_296 }, ["number: Must be"]],
    ["a fraction", { number: TfNumber.parse("1.5") }, ["number: Must be"]],
    ["an empty branch", { branch: "" }, ["branch: The branch must not be empty."]],
    [
      "everything at once",
      { number: -1, branch: "", target_branch: "" },
      ["target_branch: ", "branch: Set exactly one", "number: Must be", "branch: The branch"],
    ],
  ])("C-21: %s is refused with its path", async (_, chosen, expected) => {
    const faults = await validateDataSource(PULL_REQUEST_DATA_SOURCE, chosen);
    expect(faults).toHaveLength(expected.length);
    expected.forEach((beginning, index) => {
      expect(faults[index]?.startsWith(beginning)).toBe(true);
    });
  });

  test.each<{ readonly [name: string]: Plain }>([
    { number: UNKNOWN },
    { branch: UNKNOWN },
    { number: UNKNOWN, branch: UNKNOWN },
    { number: UNKNOWN, branch: "x" },
    { number: 7, branch: UNKNOWN },
  ])("C-20: %j may yet turn out to be exactly one", async (chosen) => {
    expect(await validateDataSource(PULL_REQUEST_DATA_SOURCE, chosen)).toEqual([]);
  });
});

const CURSOR = "11111111-1111-4111-8111-111111111111";

function lists(request: object, numbers: readonly number[], nextCursor?: string): Step {
  const pullRequests = numbers.map((each) => pullRequest(each));
  const response = nextCursor === undefined ? { pullRequests } : { pullRequests, nextCursor };
  return { operation: "listPullRequests", request: { ...QUEUE, take: 100, ...request }, response };
}

function shown(...numbers: readonly number[]): readonly object[] {
  return numbers.map((number) => ({ ...shownPullRequest(number), no_batch: false }));
}

describe("mergequeue_pull_requests", () => {
  test("shows all pages in the service's order", async () => {
    const { state, diagnostics } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [
      lists({}, [3, 1], CURSOR),
      lists({ cursor: CURSOR }, [2]),
    ]);
    expect(diagnostics).toEqual([]);
    expect(state).toEqual({ ...IDENTITY, state: null, since: null, pull_requests: shown(3, 1, 2) });
  });

  test("asks for one state, and for what concluded since a time", async () => {
    const narrowed = { state: "merged", since: "2026-01-31T08:00:00Z" };
    const { state } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [lists(narrowed, [])], narrowed);
    expect(state).toEqual({ ...IDENTITY, ...narrowed, pull_requests: [] });
  });

  test("all pages together have five minutes", async () => {
    const { diagnostics } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [
      { ...lists({}, [1], CURSOR), takesMs: 299_999 },
      { ...lists({ cursor: CURSOR }, [2], "22222222-2222-4222-8222-222222222222"), takesMs: 1 },
    ]);
    expect(diagnostics).toMatchObject([{ summary: "Operation took too long" }]);
    expect(diagnostics[0]?.detail).toContain("Narrow the list with since or state");
  });

  test("F-16: a queue that does not exist is an error that names it", async () => {
    const absent = { ...lists({}, []), response: failure("not_found") };
    const { diagnostics } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [absent]);
    expect(diagnostics).toMatchObject([{ path: [{ attribute: "target_branch" }] }]);
    expect(diagnostics[0]?.detail).toContain('Queue "github.com/acme/web/main" was not found.');
  });

  test("C-21: faults are told all at once; unknown passes", async () => {
    const wrong = { target_branch: "", state: "Merged", since: "yesterday" };
    const faults = await validateDataSource(PULL_REQUESTS_DATA_SOURCE, wrong);
    expect(faults).toEqual([
      "target_branch: The target branch must not be empty.",
      expect.stringMatching(/^state: Must be one of "not_ready", .*, got "Merged"\.$/),
      'since: Must be a date and time in RFC 3339 such as "2026-01-31T08:00:00Z", got "yesterday".',
    ]);
    const unknown = { state: UNKNOWN, since: UNKNOWN };
    expect(await validateDataSource(PULL_REQUESTS_DATA_SOURCE, unknown)).toEqual([]);
  });
});
