import type { ApiClient } from "../../../src/api/api-client";
import { Deadline, SYSTEM_CLOCK } from "../../../src/api/clock";
import { listTestRuns } from "../../../src/cli/workload/list-test-runs";
import type { ListedRun } from "../../../src/foresight/history";
import { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import type {
  ListMergeQueueTestingResultsRequest,
  ListMergeQueueTestingResultsResponse,
  TestingResult,
} from "../../../src/wire/first/list-merge-queue-testing-results";
import { QUEUE_ID } from "../support/run-on-service";

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;

interface Service {
  readonly asked: ListMergeQueueTestingResultsRequest[];
  readonly list: (days?: number) => Promise<readonly ListedRun[] | undefined>;
}

/** A service with a queue, and how it answers to a request for testing results. */
function serve(
  answer: (request: ListMergeQueueTestingResultsRequest) => ListMergeQueueTestingResultsResponse,
  timeoutMinutes = 0,
): Service {
  const asked: ListMergeQueueTestingResultsRequest[] = [];
  const call = async (_name: string, request: object): Promise<object> => {
    asked.push(request as ListMergeQueueTestingResultsRequest);
    return answer(request as ListMergeQueueTestingResultsRequest);
  };
  const api = { call } as unknown as ApiClient;
  const startCall = () => ({ deadline: Deadline.after(60_000, SYSTEM_CLOCK) });
  const list: Service["list"] = async (days = 31) =>
    listTestRuns({ api, startCall }, parseQueueId(QUEUE_ID), {
      since: new Date(NOW_MS - days * DAY_MS).toISOString(),
      nowMs: NOW_MS,
      timeoutMinutes,
    });
  return { asked, list };
}

function makeResult(changes: Partial<TestingResult>): TestingResult {
  const endedAt = new Date(NOW_MS).toISOString();
  return { prNumber: 1, endedAt, testingDurationMs: 10 * MINUTE_MS, outcome: "passed", ...changes };
}

describe("listTestRuns", () => {
  test.each([
    ["asks for no page after the last, where the service counts", 200, true, 2],
    ["asks until a page is empty, where it does not", 200, false, 3],
    ["asks once where there is nothing", 0, true, 1],
  ])("%s", async (_rule, total, counts, requests) => {
    const results = Array.from({ length: total }, (_, index) => makeResult({ testRunId: `run ${index}` }));
    const { asked, list } = serve(({ offset = 0, take = 0 }) => ({
      testingResults: results.slice(offset, offset + take),
      totalItems: counts ? total : undefined,
    }));
    expect(await list()).toHaveLength(total);
    expect(asked.map(({ offset }) => offset)).toEqual([0, 100, 200].slice(0, requests));
    expect(new Set(asked.map(({ until }) => until))).toEqual(new Set(["2026-01-05T00:00:00.000Z"]));
  });

  test("ends where a service repeats a page, and counts its runs once", async () => {
    const { asked, list } = serve(() => ({ testingResults: [makeResult({ testRunId: "run" })] }));
    expect(await list()).toHaveLength(1);
    expect(asked).toHaveLength(2);
  });

  test("asks for no more than the 45 days that services keep", async () => {
    const { asked, list } = serve(() => ({ testingResults: [] }));
    await list(31);
    await list(90);
    expect(asked.map(({ since }) => since.slice(0, 10))).toEqual(["2025-12-05", "2025-11-21"]);
  });

  test("joins the results of a run, also of those that do not name it", async () => {
    const later = new Date(NOW_MS + MINUTE_MS).toISOString();
    const { list } = serve(() => ({
      testingResults: [
        makeResult({ prNumber: 2, testRunId: "run", cycleConclusion: "merged" }),
        makeResult({ prNumber: 3, testRunId: "run", outcome: "cancelled", testingDurationMs: MINUTE_MS }),
        makeResult({ prNumber: 4, testRunId: "run", cycleConclusion: "shelved" }),
        makeResult({ prNumber: 5, outcome: "failed", cycleConclusion: "failed" }),
        makeResult({ prNumber: 6, outcome: "failed" }),
        makeResult({ prNumber: 7, outcome: "failed", endedAt: later }),
      ],
    }));
    const runs = await list();
    const texts = runs?.map(({ atMs, minutes, outcome, pullRequests }) =>
      [
        (atMs - NOW_MS) / MINUTE_MS,
        minutes,
        outcome,
        ...pullRequests.map((one) => `#${one.number} ${one.conclusion}`),
      ].join(" "),
    );
    expect(texts).toEqual([
      "0 10 passed #2 merged #4 undefined",
      "0 10 failed #5 failed #6 undefined",
      "1 10 failed #7 undefined",
    ]);
  });

  test.each<[string, Partial<TestingResult>, number | undefined, string]>([
    ["passed, however long it took", { outcome: "passed" }, 10, "10 known"],
    ["failed", { outcome: "failed" }, 11, "10 known"],
    ["failed about when the queue stops to wait", { outcome: "failed" }, 10, "10 at least"],
    ["failed, and the queue waits for ever", { outcome: "failed" }, 0, "10 known"],
    ["interrupted", { outcome: "interrupted" }, undefined, "10 at least"],
    ["cancelled", { outcome: "cancelled" }, undefined, "10 at least"],
    ["of a new word", { outcome: "shelved" }, undefined, "10 at least"],
    ["without an outcome", { outcome: undefined }, undefined, "10 at least"],
    ["over within a second", { testingDurationMs: 0 }, undefined, `${1 / 60} known`],
    ["without a time", { endedAt: undefined }, undefined, ""],
    ["without a duration", { testingDurationMs: undefined }, undefined, ""],
  ])("takes the duration of a run that is %s", async (_what, changes, timeoutMinutes, expected) => {
    const service = serve(() => ({ testingResults: [makeResult(changes)] }), timeoutMinutes);
    const runs = await service.list();
    const texts = runs?.map(({ minutes, isCensored }) => `${minutes} ${isCensored ? "at least" : "known"}`);
    expect(texts?.join()).toBe(expected);
  });

  test.each([
    [404, undefined],
    [405, undefined],
    [501, undefined],
    [403, "forbidden"],
    [undefined, "forbidden"],
  ] as const)("a service that answers %s does not have them, or must say why not", async (status, code) => {
    const { list } = serve(() => {
      throw new MergeQueueError("forbidden", "No.", status === undefined ? {} : { status });
    });
    await (code === undefined
      ? expect(list()).resolves.toBeUndefined()
      : expect(list()).rejects.toMatchObject({ code }));
  });

  test("does not hide another failure", async () => {
    const { list } = serve(() => {
      throw new TypeError("broken");
    });
    await expect(list()).rejects.toThrow("broken");
  });
});
