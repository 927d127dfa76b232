import { PULL_REQUEST_STATES } from "../../src/queue/pull-request-state";
import type { OperationRequest, OperationResponse } from "../../src/wire/first/operations";
import type { PullRequest } from "../../src/wire/first/pull-request";
import type { ContractSession } from "./contract-session";

/**
 * What is shown of a pull request that waits. The queue is paused all the while, so that on no service
 * anything merges by accident.
 */
export function describePullRequestContract({ call, codeOf, find }: ContractSession): void {
  describe("pull requests", () => {
    async function submitPaused(): Promise<void> {
      const { identity, pullRequestNumber } = find();
      await call("createQueue", identity);
      await call("updateQueue", { ...identity, state: "paused" });
      await call("submitPullRequest", { ...identity, pr: { number: pullRequestNumber }, noBatch: true });
    }

    function readSubmitted(): Promise<OperationResponse<"getSubmittedPullRequest">> {
      const { identity, pullRequestNumber } = find();
      return call("getSubmittedPullRequest", { ...identity, pr: { number: pullRequestNumber } });
    }

    /** The pull request on the pages of the list. */
    async function listOwn(
      filter: Pick<OperationRequest<"listPullRequests">, "state" | "since" | "take"> = {},
    ): Promise<readonly PullRequest[]> {
      const { identity, pullRequestNumber } = find();
      const { pullRequests } = await call("listPullRequests", { ...identity, ...filter });
      return pullRequests.filter(({ prNumber }) => prNumber === pullRequestNumber);
    }

    test("a pull request that was not submitted is not found, is not cancelled and not restarted", async () => {
      const { identity, pullRequestNumber } = find();
      const pr = { number: pullRequestNumber };
      await call("createQueue", identity);
      const missing = { branch: "contract/never-submitted" };
      expect(await codeOf(call("getSubmittedPullRequest", { ...identity, pr: missing }))).toBe("not_found");
      expect(await codeOf(call("cancelPullRequest", { ...identity, pr }))).toBeDefined();
      expect(await codeOf(call("restartTestsOnPullRequest", { ...identity, pr }))).toBeDefined();
    });

    test("a submitted pull request is read by its number, with the fields of the interface", async () => {
      await submitPaused();
      const text = expect.any(String) as string;
      const flag = expect.any(Boolean) as boolean;
      const record = await readSubmitted();
      expect(record).toMatchObject({
        prNumber: find().pullRequestNumber,
        stateChangedAt: text,
        priorityValue: expect.any(Number) as number,
        priorityName: text,
        skipTheLine: flag,
        prTitle: text,
        prSha: text,
        prBaseBranch: text,
        prAuthor: text,
        forceEnqueued: flag,
        isCurrentlySubmittedToQueue: true,
      });
      const { readiness } = record;
      if (readiness === undefined) return;
      expect(readiness).toMatchObject({ requiresImpactedTargets: flag, doesBaseBranchMatch: flag });
      expect(["unspecified", "in_progress", "mergeable", "not_mergeable"]).toContain(
        readiness.hostMergeability,
      );
    });

    test("a priority that was given as a number is shown as that number", async () => {
      const { identity, pullRequestNumber } = find();
      await call("createQueue", identity);
      await call("updateQueue", { ...identity, state: "paused" });
      await call("submitPullRequest", { ...identity, pr: { number: pullRequestNumber }, priority: 42 });
      expect((await readSubmitted()).priorityValue).toBe(42);
    });

    test("the list shows a submitted pull request as the queue does", async () => {
      await submitPaused();
      const { enqueuedPullRequests } = await call("getQueue", find().identity);
      const [listed] = (await listOwn()).slice(-1);
      const [enqueued] = enqueuedPullRequests ?? [];
      expect(listed).toMatchObject({ noBatch: true, prSha: enqueued?.prSha, prTitle: enqueued?.prTitle });
      expect(PULL_REQUEST_STATES).toContain(listed?.state);
    });

    test("the list shows one state where one is asked for", async () => {
      await submitPaused();
      await call("cancelPullRequest", {
        ...find().identity,
        pr: { number: find().pullRequestNumber },
      });
      const states = await Promise.all(
        PULL_REQUEST_STATES.map(async (state) => [state, await listOwn({ state })] as const),
      );
      for (const [state, found] of states) {
        expect(found.every((each) => each.state === state)).toBe(true);
      }
      expect(states.find(([state]) => state === "cancelled")?.[1]).not.toEqual([]);
    });

    test("the list shows what has concluded since a time, and not what has not", async () => {
      await submitPaused();
      const since = "2020-01-01T00:00:00Z";
      const waiting = await listOwn({ since });
      expect(waiting.every(({ state }) => state !== "pending" && state !== "not_ready")).toBe(true);
      await call("cancelPullRequest", {
        ...find().identity,
        pr: { number: find().pullRequestNumber },
      });
      expect(await listOwn({ since })).toHaveLength(waiting.length + 1);
      expect(await listOwn({ since: "9999-01-01T00:00:00Z" })).toEqual([]);
    });

    test("a page is not longer than was asked for", async () => {
      await submitPaused();
      const { identity } = find();
      for (const take of [1, 100]) {
        const { pullRequests } = await call("listPullRequests", { ...identity, take });
        expect(pullRequests.length).toBeGreaterThan(0);
        expect(pullRequests.length).toBeLessThanOrEqual(take);
      }
    });

    test("a cursor that no page has given out is refused", async () => {
      await submitPaused();
      const cursor = "6a3f1c7e-8a55-4d2b-9a39-0d3ab1c1ee11";
      expect(await codeOf(call("listPullRequests", { ...find().identity, cursor }))).toBeDefined();
    });

    test("R-1: impacted targets can be set, again and otherwise, and the readiness knows of it", async () => {
      await submitPaused();
      const { identity, pullRequestNumber } = find();
      const pr = { number: pullRequestNumber };
      for (const impactedTargets of [
        ["contract/one", "contract/two"],
        ["contract/one"],
        [],
        "ALL",
      ] as const) {
        await call("setImpactedTargets", { ...identity, pr, impactedTargets });
        await call("setImpactedTargets", { ...identity, pr, impactedTargets });
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
      const { identity, pullRequestNumber } = find();
      const pr = { number: pullRequestNumber };
      await call("cancelPullRequest", { ...identity, pr });
      const gone = call("getSubmittedPullRequest", { ...identity, pr });
      // It may still be shown, but not in the queue.
      const code = await codeOf(gone);
      expect(code ?? (await gone).isCurrentlySubmittedToQueue).toBe(code === undefined ? false : "not_found");
      await call("submitPullRequest", { ...identity, pr });
      expect((await readSubmitted()).isCurrentlySubmittedToQueue).toBe(true);
    });
  });
}
