import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { WithAdditionalFields } from "../additional-fields";
import { boundedList } from "../bounded-list";
import { makeRead, type Operation } from "../operation";
import { NUMBER, TEXT, toLazySchema, toResponseSchema, WORD } from "../response-schema";
import { TIME_SCHEMA, toQueueRequestSchema, toWholeNumberSchema } from "./request-schema";

/** Maximum number of days from `since` to `until`. Services also keep results for this number of days. */
export const MAX_RESULT_DAYS = 45;

/** Body of `/listMergeQueueTestingResults`. */
export type ListMergeQueueTestingResultsRequest = QueueIdentity & {
  /** Lists only tests that ended at this time or later: ISO 8601, at most 45 days before `until`. */
  readonly since: string;
  /** Lists only tests that ended at this time or earlier. Default: now. */
  readonly until?: string;
  /** Number of results to skip, an integer of at least 0. Default: 0. */
  readonly offset?: number;
  /** Maximum number of results on the page: an integer from 1 to 100. Default: 50. */
  readonly take?: number;
};

/** One test of one pull request. The test run of a batch has a result for each pull request. */
export interface TestingResult extends WithAdditionalFields {
  readonly prNumber: number;
  /** When the test ended, in the service's format. */
  readonly endedAt?: string | undefined;
  readonly testingDurationMs?: number | undefined;
  /** The outcome of the test, in lower case. A newer service may send another word. */
  readonly outcome?: "passed" | "failed" | "interrupted" | "cancelled" | (string & {}) | undefined;
  /** How this submission of the pull request ended; undefined if it has not ended, or if unknown. */
  readonly cycleConclusion?: "merged" | "failed" | "cancelled" | (string & {}) | undefined;
  /** `in_bisection`: the test was part of a bisection. `entered_bisection`: its failure split the batch. */
  readonly bisection?: "in_bisection" | "entered_bisection" | (string & {}) | undefined;
  readonly testRunId?: string | undefined;
}

/** Response of `/listMergeQueueTestingResults`: one page. */
export interface ListMergeQueueTestingResultsResponse extends WithAdditionalFields {
  /** The results of the page, newest first. */
  readonly testingResults: readonly TestingResult[];
  /** Total number of results on all pages. */
  readonly totalItems?: number | undefined;
}

/** Lists the tests of a queue that ended in a period. The interface does not name this operation. */
export const LIST_MERGE_QUEUE_TESTING_RESULTS: Operation<
  ListMergeQueueTestingResultsRequest,
  ListMergeQueueTestingResultsResponse
> = {
  ...makeRead("listMergeQueueTestingResults"),
  activity: "Listing the tests of the queue",
  requestSchema: toQueueRequestSchema(() => ({
    since: TIME_SCHEMA,
    until: z.optional(TIME_SCHEMA),
    offset: z.optional(toWholeNumberSchema(0, Number.MAX_SAFE_INTEGER)),
    take: z.optional(toWholeNumberSchema(1, 100)),
  })),
  responseSchema: toLazySchema(() => ({
    testingResults: boundedList(
      toResponseSchema({
        prNumber: z.int().check(z.gte(0)),
        endedAt: TEXT,
        testingDurationMs: NUMBER,
        outcome: WORD,
        cycleConclusion: WORD,
        bisection: WORD,
        testRunId: TEXT,
      }),
      1,
    ),
    totalItems: NUMBER,
  })),
};
