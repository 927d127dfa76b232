import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { RequiredStatusesSource, TestRunStatus } from "../../queue/test-run-words";
import type { AdditionalFields } from "../additional-fields";
import { LABEL_SCHEMA, toQueueRequestSchema } from "../schemas/request-schema";
import { orUndefined, TEXT, toResponseSchema, WORD } from "../schemas/response-schema";
import { isTextList } from "../schemas/setting-schema";
import { makeRead, type Operation } from "./operation";

/** A list without its invalid elements. Fast, because a response may have millions of elements. */
function readable<Element>(element: z.ZodMiniType<Element>): z.ZodMiniType<Element[]> {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((elements: unknown[]) =>
      elements.flatMap((each) => {
        if (typeof each !== "object" || each === null) return [];
        const read = element.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    ),
  );
}

/**
 * A test run, read tolerantly: fields of another type are undefined, and checks without a name and suites without a list
 * of checks are left out.
 */
const TEST_RUN_SCHEMA = z.lazy(() =>
  toResponseSchema({
    requiredStatuses: orUndefined(z.custom<string[]>(isTextList)),
    requiredStatusesSource: WORD,
    testBranch: TEXT,
    testBranchSha: TEXT,
    createdAt: TEXT,
    status: WORD,
    checkSuites: orUndefined(
      readable(toResponseSchema({ checkRuns: readable(toResponseSchema({ name: z.string() })) })),
    ),
  }),
);

/** One check of a check suite. The interface shows only its name. */
export interface CheckRun {
  readonly name: string;
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/** Checks that ran together. */
export interface CheckSuite {
  readonly checkRuns: readonly CheckRun[];
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/** What a queue tests in one run (interface, "Test run"). Fields of another type are undefined, as missing ones. */
export interface TestRun {
  /** Names of the statuses that must all pass. */
  readonly requiredStatuses?: readonly string[] | undefined;
  /** In lower case; may be a word of a newer service. */
  readonly requiredStatusesSource?: RequiredStatusesSource | (string & {}) | undefined;
  /** Temporary branch that is tested. */
  readonly testBranch?: string | undefined;
  /** Commit at its tip when the run started. */
  readonly testBranchSha?: string | undefined;
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
  /** In lower case; may be a word of a newer service. */
  readonly status?: TestRunStatus | (string & {}) | undefined;
  readonly checkSuites?: readonly CheckSuite[] | undefined;
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/** Body of `/getMergeQueueTestingDetails`. */
export type GetMergeQueueTestingDetailsRequest = QueueIdentity & {
  /** The test run's id; not empty. */
  readonly testRunId: string;
};

/** Reads what a queue tests, or has tested, in one run. */
export const GET_MERGE_QUEUE_TESTING_DETAILS: Operation<GetMergeQueueTestingDetailsRequest, TestRun> = {
  ...makeRead("getMergeQueueTestingDetails"),
  activity: "Reading a test run of the queue",
  requestSchema: toQueueRequestSchema(() => ({ testRunId: LABEL_SCHEMA })),
  responseSchema: TEST_RUN_SCHEMA,
};
