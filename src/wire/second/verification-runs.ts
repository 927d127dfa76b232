import * as z from "zod/mini";
import { LABEL_SCHEMA, TIME_SCHEMA } from "../first/request-schema";
import { DEFAULT_ORDER, ID, PAGE_FIELDS, toRequestSchema, UUID } from "./request-fields";
import { REPOSITORY, TESTING_RESULT, toPageSchema, VERIFICATION_RUN } from "./response-fields";
import { readAt } from "./second-operation";
import { RUN_STATUSES } from "./words";

const STATUS = { status: z.optional(z.enum(Object.values(RUN_STATUSES))) };
const RUNS = z.lazy(() => toPageSchema(VERIFICATION_RUN));

/** Lists the runs of a queue, newest first. */
export const LIST_VERIFICATION_RUNS = readAt("/merge-queues/{id}/verification-runs", {
  activity: "Listing the test runs of the queue",
  requestSchema: toRequestSchema(() => ({
    id: ID,
    ...PAGE_FIELDS,
    ...DEFAULT_ORDER,
    ...STATUS,
    createdAfter: z.optional(TIME_SCHEMA),
  })),
  responseSchema: RUNS,
});

/** Lists the runs of a pull request, newest first. */
export const LIST_PULL_REQUEST_RUNS = readAt("/pull-requests/{id}/verification-runs", {
  activity: "Listing the test runs of a pull request",
  requestSchema: toRequestSchema(() => ({ id: UUID, ...PAGE_FIELDS, ...DEFAULT_ORDER, ...STATUS })),
  responseSchema: RUNS,
});

/** Reads one run. */
export const GET_VERIFICATION_RUN = readAt("/merge-queue-verification-runs/{id}", {
  activity: "Reading a test run of the queue",
  requestSchema: toRequestSchema(() => ({ id: ID })),
  responseSchema: VERIFICATION_RUN,
});

/** Lists what ended in at most 45 days, newest first. */
export const LIST_TESTING_RESULTS = readAt("/merge-queues/{id}/testing-results", {
  activity: "Listing the tests of the queue",
  requestSchema: toRequestSchema(() => ({
    id: ID,
    ...PAGE_FIELDS,
    since: TIME_SCHEMA,
    until: z.optional(TIME_SCHEMA),
  })),
  responseSchema: z.lazy(() => toPageSchema(TESTING_RESULT)),
});

/** Finds a repository by its address at the code host; 404 if there is none. */
export const LIST_REPOSITORIES = readAt("/repositories", {
  activity: "Looking up the repository",
  requestSchema: toRequestSchema(() => ({
    ...PAGE_FIELDS,
    providerUrl: LABEL_SCHEMA,
  })),
  responseSchema: z.lazy(() => toPageSchema(REPOSITORY)),
});

/** Reads a repository. */
export const GET_REPOSITORY = readAt("/repositories/{id}", {
  activity: "Reading the repository",
  requestSchema: toRequestSchema(() => ({ id: UUID })),
  responseSchema: REPOSITORY,
});
