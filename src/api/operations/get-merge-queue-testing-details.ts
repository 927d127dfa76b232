import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { LABEL_SCHEMA, toQueueRequestSchema } from "../schemas/identity-schema";
import { isTextList } from "../schemas/queue-schema";
import { orUndefined, TEXT, toResponseSchema, WORD } from "../schemas/response-schema";
import type { TestRun } from "../test-run";
import { type Operation, READ } from "./operation";

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

/** Body of `/getMergeQueueTestingDetails`. */
export type GetMergeQueueTestingDetailsRequest = QueueIdentity & {
  /** The test run's id; not empty. */
  readonly testRunId: string;
};

/** Reads what a queue tests, or has tested, in one run. */
export const GET_MERGE_QUEUE_TESTING_DETAILS: Operation<
  "getMergeQueueTestingDetails",
  GetMergeQueueTestingDetailsRequest,
  TestRun
> = {
  ...READ,
  name: "getMergeQueueTestingDetails",
  activity: "Reading a test run of the queue",
  path: "/getMergeQueueTestingDetails",
  requestSchema: toQueueRequestSchema(() => ({ testRunId: LABEL_SCHEMA })),
  responseSchema: TEST_RUN_SCHEMA,
};
