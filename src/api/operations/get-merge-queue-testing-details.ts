import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { TEST_RUN_SCHEMA } from "../schemas/test-run-schema";
import type { TestRun } from "../test-run";
import type { Operation } from "./operation";

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
  name: "getMergeQueueTestingDetails",
  activity: "Reading a test run of the queue",
  method: "POST",
  path: "/getMergeQueueTestingDetails",
  requestSchema: z.lazy(() =>
    z.strictObject({
      ...IDENTITY_FIELDS,
      testRunId: z.string().check(z.minLength(1, "Must not be empty.")),
    }),
  ),
  responseSchema: TEST_RUN_SCHEMA,
  isIdempotent: true,
  isRead: true,
  responseFormat: "json",
};
