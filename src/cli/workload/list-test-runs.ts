import { type ListedRun, mayBeTimeout } from "../../foresight/history";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { DAY_MS, MINUTE_MS } from "../../text/milliseconds";
import { MAX_RESULT_DAYS, type TestingResult } from "../../wire/first/list-merge-queue-testing-results";
import type { Connection } from "../connection/connect";

const PAGE_SIZE = 100;

/** HTTP statuses of responses from a service that lacks the requested operation. */
const ABSENT: ReadonlySet<number | undefined> = new Set([404, 405, 501]);

interface RunSpan {
  /** Maximum minutes of a test. 0 if there is no limit, or if the limit is unknown. */
  readonly timeoutMinutes: number;
  /** ISO 8601. */
  readonly since: string;
  readonly nowMs: number;
}

/** Lists runs that have a time and a duration. @returns undefined if the service lacks the operation */
export async function listTestRuns(
  { api, startCall }: Pick<Connection, "api" | "startCall">,
  queue: QueueIdentity,
  { since, nowMs, timeoutMinutes }: RunSpan,
): Promise<readonly ListedRun[] | undefined> {
  const reference = toQueueReference(queue);
  const fromMs = Math.max(Date.parse(since), nowMs - MAX_RESULT_DAYS * DAY_MS);
  // With an end, new results do not shift the pages.
  const span = { since: new Date(fromMs).toISOString(), until: new Date(nowMs).toISOString() };
  const results = new Map<string, TestingResult>();
  try {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const request = { ...reference, ...span, offset, take: PAGE_SIZE };
      const page = await api.call("listMergeQueueTestingResults", request, startCall());
      const { size } = results;
      for (const each of page.testingResults) results.set(JSON.stringify(each), each);
      if (results.size === size || offset + PAGE_SIZE >= (page.totalItems ?? Number.POSITIVE_INFINITY)) break;
    }
  } catch (error) {
    if (isMergeQueueError(error) && ABSENT.has(error.details.status)) return undefined;
    throw error;
  }
  return joinResults([...results.values()], timeoutMinutes);
}

/** Joins the results of each run. Results without a run id are of one run if end and duration are equal. */
function joinResults(results: readonly TestingResult[], timeoutMinutes: number): ListedRun[] {
  const runs = new Map<string, TestingResult[]>();
  for (const result of results) {
    const key = result.testRunId ?? `${result.endedAt} ${result.testingDurationMs}`;
    runs.set(key, [...(runs.get(key) ?? []), result]);
  }
  return [...runs.values()].flatMap((all): ListedRun[] => {
    const outcome = OUTCOMES.find((word) => all.some((each) => each.outcome === word)) ?? "cut";
    const own = outcome === "cut" ? all : all.filter((each) => each.outcome === outcome);
    const atMs = Math.max(...own.map(({ endedAt = "" }) => Date.parse(endedAt)));
    // Services write whole seconds.
    const minutes = Math.max(1_000, ...own.map((each) => each.testingDurationMs ?? Number.NaN)) / MINUTE_MS;
    if (Number.isNaN(atMs + minutes)) return [];
    const isCensored = outcome === "cut" || (outcome === "failed" && mayBeTimeout(minutes, timeoutMinutes));
    const pullRequests = own.map(({ prNumber: number, cycleConclusion }) => {
      return { number, conclusion: CONCLUSIONS.find((each) => each === cycleConclusion) };
    });
    return [{ atMs, minutes, isCensored, outcome, pullRequests }];
  });
}

const OUTCOMES = ["failed", "passed"] as const;
const CONCLUSIONS = ["merged", "failed", "cancelled"] as const;
