import { PULL_REQUEST_STATES } from "../../src/queue/pull-request-state";
import type { OperationRequest, OperationResponse } from "../../src/wire/first/operations";
import type { PullRequest } from "../../src/wire/first/pull-request";
import type { ContractSession } from "./contract-session";

const TEXT = expect.any(String) as string;
const FLAG = expect.any(Boolean) as boolean;

/** The fields of the interface that every response about a queued pull request has. */
export const PULL_REQUEST_SHAPE = {
  stateChangedAt: TEXT,
  priorityValue: expect.any(Number) as number,
  priorityName: TEXT,
  skipTheLine: FLAG,
  prTitle: TEXT,
  prSha: TEXT,
  prBaseBranch: TEXT,
  prAuthor: TEXT,
};

/** The queue stays paused, so that nothing merges by accident on any service. */
export function describePullRequestContract(session: ContractSession): void {
  const { call, codeOf, find, findOwn, submitPaused } = session;
  describe("pull requests", () => {
    function readSubmitted(): Promise<OperationResponse<"getSubmittedPullRequest">> {
      return call("getSubmittedPullRequest", findOwn());
    }

    /** Lists the suite's own pull request. */
    async function listOwn(
      filter: Pick<OperationRequest<"listPullRequests">, "state" | "since" | "take"> = {},
    ): Promise<readonly PullRequest[]> {
      const { identity, pullRequestNumber } = find();
      const { pullRequests } = await call("listPullRequests", { ...identity, ...filter });
      return pullRequests.filter(({ prNumber }) => prNumber === pullRequestNumber);
    }

    test("a pull request that was not submitted is not found, is not cancelled and not restarted", async () => {
      const { identity } = find();
      await call("createQueue", identity);
      const missing = { branch: "contract/never-submitted" };
      expect(await codeOf(call("getSubmittedPullRequest", { ...identity, pr: missing }))).toBe("not_found");
      expect(await codeOf(call("cancelPullRequest", findOwn()))).toBeDefined();
      expect(await codeOf(call("restartTestsOnPullRequest", findOwn()))).toBeDefined();
    });

    test("a submitted pull request is read by its number, with the fields of the interface", async () => {
      await submitPaused();
      const record = await readSubmitted();
      expect(record).toMatchObject({
        ...PULL_REQUEST_SHAPE,
        prNumber: find().pullRequestNumber,
        forceEnqueued: FLAG,
        isCurrentlySubmittedToQueue: true,
      });
      const { readiness } = record;
      if (readiness === undefined) return;
      expect(readiness).toMatchObject({ requiresImpactedTargets: FLAG, doesBaseBranchMatch: FLAG });
      expect(["unspecified", "in_progress", "mergeable", "not_mergeable"]).toContain(
        readiness.hostMergeability,
      );
    });

    test("a priority that was given as a number is shown as that number", async () => {
      await submitPaused({ priority: 42 });
      expect((await readSubmitted()).priorityValue).toBe(42);
    });

    test("the list shows a submitted pull request as the queue does", async () => {
      await submitPaused({ noBatch: true });
      const { enqueuedPullRequests } = await call("getQueue", find().identity);
      const [listed] = (await listOwn()).slice(-1);
      const [enqueued] = enqueuedPullRequests ?? [];
      expect(listed).toMatchObject({ noBatch: true, prSha: enqueued?.prSha, prTitle: enqueued?.prTitle });
      expect(PULL_REQUEST_STATES).toContain(listed?.state);
    });

    test("the list can be limited to one state", async () => {
      await submitPaused();
      await call("cancelPullRequest", findOwn());
      const states = await Promise.all(
        PULL_REQUEST_STATES.map(async (state) => [state, await listOwn({ state })] as const),
      );
      for (const [state, found] of states) expect(found.every((each) => each.state === state)).toBe(true);
      expect(states.find(([state]) => state === "cancelled")?.[1]).not.toEqual([]);
    });

    test("the list can be limited to pull requests that have left the queue since a time", async () => {
      await submitPaused();
      const since = "2020-01-01T00:00:00Z";
      const waiting = await listOwn({ since });
      expect(waiting.every(({ state }) => state !== "pending" && state !== "not_ready")).toBe(true);
      await call("cancelPullRequest", findOwn());
      expect(await listOwn({ since })).toHaveLength(waiting.length + 1);
      expect(await listOwn({ since: "9999-01-01T00:00:00Z" })).toEqual([]);
    });

    test("a page is not longer than requested", async () => {
      await submitPaused();
      const { identity } = find();
      for (const take of [1, 100]) {
        const { pullRequests } = await call("listPullRequests", { ...identity, take });
        expect(pullRequests.length).toBeGreaterThan(0);
        expect(pullRequests.length).toBeLessThanOrEqual(take);
      }
    });

    test("a cursor that is of no page is refused", async () => {
      await submitPaused();
      const cursor = "6a3f1c7e-8a55-4d2b-9a39-0d3ab1c1ee11";
      expect(await codeOf(call("listPullRequests", { ...find().identity, cursor }))).toBeDefined();
    });

    test("R-1: impacted targets can be set, repeated and replaced, which the readiness shows", async () => {
      await submitPaused();
      const lists = [["contract/one", "contract/two"], ["contract/one"], [], "ALL"] as const;
      for (const impactedTargets of lists.flatMap((targets) => [targets, targets])) {
        await call("setImpactedTargets", { ...findOwn(), impactedTargets });
        expect((await readSubmitted()).readiness?.hasImpactedTargets ?? true).toBe(true);
      }
    });

    test("a test run that the queue never had is refused", async () => {
      await submitPaused();
      const testRunId = "6a3f1c7e-8a55-4d2b-9a39-0d3ab1c1ee11";
      expect(
        await codeOf(call("getMergeQueueTestingDetails", { ...find().identity, testRunId })),
      ).toBeDefined();
    });

    test("a cancelled pull request is no longer in the queue, and can be submitted again", async () => {
      await submitPaused();
      await call("cancelPullRequest", findOwn());
      const gone = readSubmitted();
      // It may still be shown, but not in the queue.
      const code = await codeOf(gone);
      expect(code ?? (await gone).isCurrentlySubmittedToQueue).toBe(code === undefined ? false : "not_found");
      await call("submitPullRequest", findOwn());
      expect((await readSubmitted()).isCurrentlySubmittedToQueue).toBe(true);
    });
  });
}
