import type { QueueSettings } from "../../src/queue/settings";
import type { OperationRequest } from "../../src/wire/first/operations";
import { type PullRequest, tryCanStartTesting } from "../../src/wire/first/pull-request";
import type { ContractSession } from "./contract-session";
import type { Face } from "./faces";

const CHECKS = ["contract/build", "contract/test"];

/** @param given - `isDriven`: whether code host and CI are simulated. Otherwise, all tests are skipped */
export function describeLifeContract(
  session: ContractSession,
  { face, isDriven }: { readonly face: Pick<Face, "numbers">; readonly isDriven: boolean },
): void {
  const { call, codeOf, find, findDriver } = session;
  const describeDriven = isDriven ? describe : describe.skip;

  describeDriven("the lifecycle of a pull request (skipped without a simulation of code host and CI)", () => {
    async function createQueue(
      settings: QueueSettings = {},
      mode: "single" | "parallel" = "single",
    ): Promise<void> {
      const { identity } = find();
      await call("createQueue", { ...identity, mode, concurrency: 3 });
      await call("updateQueue", { ...identity, state: "running", requiredStatuses: CHECKS, ...settings });
    }

    async function submit(...numbers: readonly number[]): Promise<void> {
      for (const number of numbers) {
        findDriver().declare({
          number,
          headBranch: `contract-${number}`,
          mergeability: "mergeable",
          isOpen: true,
        });
        await call("setImpactedTargets", { ...find().identity, pr: { number }, impactedTargets: "ALL" });
        await call("submitPullRequest", { ...find().identity, pr: { number } });
      }
    }

    function conclude(number: number, conclusion: "success" | "failure"): void {
      for (const name of CHECKS) findDriver().report(number, name, conclusion);
    }

    async function readState(number: number): Promise<string | undefined> {
      return (await call("getSubmittedPullRequest", { ...find().identity, pr: { number } })).state;
    }

    async function listAll(
      filter: Pick<OperationRequest<"listPullRequests">, "state" | "since" | "take"> = {},
      betweenPages: (page: number) => Promise<void> = () => Promise.resolve(),
    ): Promise<PullRequest[]> {
      const found: PullRequest[] = [];
      let cursor: string | undefined;
      for (let page = 1; ; page += 1) {
        const next = cursor === undefined ? {} : { cursor };
        const response = await call("listPullRequests", { ...find().identity, ...filter, ...next });
        found.push(...response.pullRequests);
        cursor = response.nextCursor;
        if (cursor === undefined) return found;
        await betweenPages(page);
      }
    }

    test("a pull request merges when all of its required statuses have passed, and not before", async () => {
      await createQueue();
      await submit(101);
      expect(await readState(101)).toBe("testing");
      findDriver().report(101, "contract/build", "success");
      expect(await readState(101)).toBe("testing");
      findDriver().report(101, "contract/test", "success");
      expect(await readState(101)).toBe("merged");
      expect((await call("getQueue", find().identity)).enqueuedPullRequests).toEqual([]);
    });

    test("the smallest and the largest number of a pull request are submitted, and no others", async () => {
      await createQueue({ state: "paused" });
      const [min, max] = face.numbers;
      await submit(min, max);
      const { enqueuedPullRequests = [] } = await call("getQueue", find().identity);
      expect(enqueuedPullRequests.map(({ prNumber }) => prNumber)).toEqual([min, max]);
      for (const number of [min - 1, max + 1]) {
        const submitted = call("submitPullRequest", { ...find().identity, pr: { number } });
        expect(await codeOf(submitted)).toBe("invalid_request");
      }
    });

    test("a pull request does not start testing before it is ready", async () => {
      await createQueue({}, "parallel");
      const { identity } = find();
      const pr = { number: 101 };
      findDriver().declare({ number: 101, isOpen: true, mergeability: "in_progress", sha: "c0ffee" });
      await call("submitPullRequest", { ...identity, pr });
      const read = async (): Promise<readonly (string | boolean | undefined)[]> => {
        const { state, readiness } = await call("getSubmittedPullRequest", { ...identity, pr });
        return [state, tryCanStartTesting(readiness)];
      };
      expect(await read()).toEqual(["not_ready", false]);
      findDriver().declare({ number: 101, mergeability: "mergeable" });
      await call("setImpactedTargets", { ...identity, pr, impactedTargets: ["contract"] });
      expect(await read()).toEqual(["testing", true]);
    });

    test("a test run shows its required statuses and its result, and a restart makes another run", async () => {
      await createQueue();
      await submit(101);
      const { identity } = find();
      const first = findDriver().findTestRunId(101);
      const started = await call("getMergeQueueTestingDetails", { ...identity, testRunId: first });
      expect(started).toMatchObject({
        requiredStatuses: CHECKS,
        requiredStatusesSource: "merge_instance",
        testBranch: expect.any(String) as string,
        testBranchSha: expect.any(String) as string,
        status: "in_progress",
      });
      expect(Number.isNaN(Date.parse(started.createdAt ?? ""))).toBe(false);
      await call("restartTestsOnPullRequest", { ...identity, pr: { number: 101 } });
      const second = findDriver().findTestRunId(101);
      expect(second).not.toBe(first);
      findDriver().report(101, "contract/build", "failure");
      const readStatus = async (testRunId: string): Promise<string | undefined> =>
        (await call("getMergeQueueTestingDetails", { ...identity, testRunId })).status;
      expect([await readStatus(first), await readStatus(second)]).toEqual(["cancelled", "failed"]);
      const { checkSuites = [], statusChecks = [] } = await call("getMergeQueueTestingDetails", {
        ...identity,
        testRunId: second,
      });
      const names = checkSuites.flatMap(({ checkRuns }) => checkRuns.map(({ name }) => name));
      expect([...names, ...statusChecks.map(({ context }) => context)]).toContain("contract/build");
    });

    test("a branch means its open pull request, or else the one that was closed last", async () => {
      await createQueue();
      const { identity } = find();
      const branch = "contract-branch";
      const resolve = async (): Promise<number> =>
        (await call("getSubmittedPullRequest", { ...identity, pr: { branch } })).prNumber;
      const declareAndSubmit = async (number: number): Promise<void> => {
        await submit(number);
        findDriver().declare({ number, headBranch: branch });
      };
      expect(await codeOf(resolve())).toBe("not_found");
      await declareAndSubmit(101);
      conclude(101, "success");
      await declareAndSubmit(102);
      expect(await resolve()).toBe(102);
      findDriver().declare({ number: 102, isOpen: false });
      await declareAndSubmit(103);
      conclude(103, "failure");
      expect(await resolve()).toBe(103);
    });

    test("the pages show each pull request once, also while the queue changes", async () => {
      await createQueue();
      const numbers = [101, 102, 103, 104, 105];
      await submit(...numbers);
      const walked = await listAll({ take: 2 }, async (page) => {
        if (page > 1) return;
        conclude(101, "success");
        await call("cancelPullRequest", { ...find().identity, pr: { number: 103 } });
      });
      expect(walked.map(({ prNumber }) => prNumber).sort((a, b) => a - b)).toEqual(numbers);
      expect(new Set(walked.map(({ id }) => id)).size).toBe(numbers.length);
    });

    test("the list can be limited by state, and by the time of leaving the queue", async () => {
      await createQueue();
      await submit(101, 102, 103);
      conclude(101, "success");
      conclude(102, "failure");
      const listNumbers = async (filter: Parameters<typeof listAll>[0]): Promise<number[]> =>
        (await listAll(filter)).map(({ prNumber }) => prNumber).sort((a, b) => a - b);
      expect(await listNumbers({ state: "merged" })).toEqual([101]);
      expect(await listNumbers({ state: "failed" })).toEqual([102]);
      expect(await listNumbers({ since: "2020-01-01T00:00:00Z" })).toEqual([101, 102]);
      expect(await listNumbers({ since: "2020-01-01T00:00:00Z", state: "failed" })).toEqual([102]);
      expect(await listNumbers({ since: "9999-01-01T00:00:00Z" })).toEqual([]);
    });
  });
}
