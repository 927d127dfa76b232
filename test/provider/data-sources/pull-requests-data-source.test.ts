import { UNKNOWN } from "../../../src/plugin/values/value";
import { PULL_REQUESTS_DATA_SOURCE } from "../../../src/provider/data-sources/pull-requests-data-source";
import { PULL_REQUEST_STATES } from "../../../src/queue/pull-request-state";
import { failure, INTERRUPT, pullRequest, QUEUE, type Step } from "../../reconcile/support/steps";
import { IDENTITY } from "../support/queue-values";
import { readDataSource, shownPullRequest, validateDataSource } from "../support/read-data-source";

const CURSOR = "11111111-1111-4111-8111-111111111111";

function lists(request: object, numbers: readonly number[], nextCursor?: string): Step {
  const response = {
    pullRequests: numbers.map(pullRequest),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
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

  test("a page that fails leaves nothing half shown", async () => {
    const { state, diagnostics } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [
      lists({}, [1], CURSOR),
      { ...lists({ cursor: CURSOR }, []), response: failure("server_error") },
    ]);
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([{ summary: "Merge queue service failed" }]);
  });

  test("all pages together have five minutes", async () => {
    const { diagnostics } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [
      { ...lists({}, [1], CURSOR), takesMs: 299_999 },
      { ...lists({ cursor: CURSOR }, [2], "22222222-2222-4222-8222-222222222222"), takesMs: 1 },
    ]);
    expect(diagnostics).toMatchObject([{ summary: "Operation took too long" }]);
    expect(diagnostics[0]?.detail).toContain("narrow the list with since or state");
  });

  test("K-8: an interrupt ends the walk before the next page", async () => {
    const { state, diagnostics } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [
      { ...lists({}, [1], CURSOR), ...INTERRUPT },
    ]);
    expect(state).toBeNull();
    expect(diagnostics).toMatchObject([{ summary: "Operation interrupted" }]);
  });

  test("F-16: a queue that does not exist is an error that names it", async () => {
    const { diagnostics } = await readDataSource(PULL_REQUESTS_DATA_SOURCE, [
      { ...lists({}, []), response: failure("not_found") },
    ]);
    expect(diagnostics).toMatchObject([{ path: [{ attribute: "target_branch" }] }]);
    expect(diagnostics[0]?.detail).toContain('Queue "github.com/acme/web/main" was not found.');
  });

  test.each(PULL_REQUEST_STATES)("the state %s may be asked for", async (state) => {
    expect(await validateDataSource(PULL_REQUESTS_DATA_SOURCE, { state })).toEqual([]);
  });

  test("C-21: faults are told all at once; unknown passes", async () => {
    const faults = await validateDataSource(PULL_REQUESTS_DATA_SOURCE, {
      target_branch: "",
      state: "Merged",
      since: "yesterday",
    });
    expect(faults).toEqual([
      "target_branch: The target branch must not be empty.",
      expect.stringMatching(/^state: Must be one of "not_ready", .*, got "Merged"\.$/),
      'since: Must be a date and time in RFC 3339 such as "2026-01-31T08:00:00Z", got "yesterday".',
    ]);
    expect(await validateDataSource(PULL_REQUESTS_DATA_SOURCE, { state: UNKNOWN, since: UNKNOWN })).toEqual(
      [],
    );
  });
});
