import * as z from "zod/mini";
import { MAX_PULL_REQUESTS } from "../first/get-submitted-pull-requests";
import { LABEL_SCHEMA, TIME_SCHEMA } from "../first/request-schema";
import { readable, toResponseSchema } from "../response-schema";
import {
  checkPriority,
  DEFAULT_ORDER,
  ID,
  limitedList,
  NUMBER_FIELD,
  PAGE_FIELDS,
  PRIORITY_FIELDS,
  QUERY_NUMBER,
  toQueryList,
  toRequestSchema,
  UUID,
} from "./request-fields";
import { ESTIMATE, PULL_REQUEST, TARGETS, TRANSITION, toPageSchema } from "./response-fields";
import { readAt, writeAt } from "./second-operation";
import { ENTRY_STATES } from "./words";

/** Says that a pull request is named twice, or not at all. */
function checkSelector({ number, branch }: { readonly number?: unknown; readonly branch?: unknown }) {
  const isNamed = (number === undefined) !== (branch === undefined);
  return isNamed ? undefined : "Must have exactly one of number and branch.";
}

const BY_ID = toRequestSchema(() => ({ id: UUID }));
const ENTRY_FLAGS = { allowBatching: z.optional(z.boolean()), direct: z.optional(z.boolean()) };

/** Lists the pull requests of a queue, those enqueued last first. */
export const LIST_QUEUE_PULL_REQUESTS = readAt("/merge-queues/{id}/pull-requests", {
  activity: "Listing the pull requests of the queue",
  requestSchema: toRequestSchema(() => ({
    id: ID,
    ...PAGE_FIELDS,
    ...DEFAULT_ORDER,
    state: z.optional(toQueryList(z.enum(Object.values(ENTRY_STATES)), Object.keys(ENTRY_STATES).length)),
    author: z.optional(LABEL_SCHEMA),
    concludedAfter: z.optional(TIME_SCHEMA),
    concludedBefore: z.optional(TIME_SCHEMA),
  })),
  responseSchema: z.lazy(() => toPageSchema(PULL_REQUEST)),
});

/** Submits a pull request. One that is in the queue is refused, and stays as it is. */
export const SUBMIT_PULL_REQUEST = writeAt("POST /merge-queues/{id}/pull-requests", false, {
  activity: "Submitting a pull request to the queue",
  requestSchema: toRequestSchema(
    () => ({ id: ID, number: NUMBER_FIELD, ...PRIORITY_FIELDS, ...ENTRY_FLAGS }),
    checkPriority,
  ),
});

/** Finds pull requests of a repository by their numbers, or by their head branch. */
export const LIST_PULL_REQUESTS = readAt("/pull-requests", {
  activity: "Looking up pull requests",
  requestSchema: toRequestSchema(
    () => ({
      ...PAGE_FIELDS,
      repositoryId: UUID,
      number: z.optional(toQueryList(QUERY_NUMBER, MAX_PULL_REQUESTS)),
      branch: z.optional(LABEL_SCHEMA),
      baseBranch: z.optional(LABEL_SCHEMA),
    }),
    ({ number, branch, baseBranch }) =>
      checkSelector({ number, branch }) ??
      (baseBranch === undefined || branch !== undefined ? undefined : "baseBranch needs branch."),
  ),
  responseSchema: z.lazy(() => toPageSchema(PULL_REQUEST)),
});

/** Reads a pull request, with all that is known of its readiness. */
export const GET_PULL_REQUEST = readAt("/pull-requests/{id}", {
  activity: "Reading a pull request of the queue",
  requestSchema: BY_ID,
  responseSchema: PULL_REQUEST,
});

/** Takes a pull request out of its queue. */
export const DEQUEUE_PULL_REQUEST = writeAt("POST /pull-requests/{id}/dequeue", false, {
  activity: "Cancelling a pull request in the queue",
  requestSchema: BY_ID,
  ignoresBody: true,
});

/** Restarts its tests. A repeat would restart them again. */
export const RESTART_TESTS = writeAt("POST /pull-requests/{id}/restart-tests", false, {
  activity: "Restarting the tests of a pull request in the queue",
  requestSchema: BY_ID,
  ignoresBody: true,
});

/** Changes the priority of a pull request in a queue; restarts nothing. */
export const REPRIORITIZE = writeAt("POST /pull-requests/{id}/reprioritize", true, {
  activity: "Changing the priority of a pull request in the queue",
  requestSchema: toRequestSchema(
    () => ({ id: UUID, ...PRIORITY_FIELDS }),
    (request) => checkPriority(request, true),
  ),
});

/** Changes priority or batching of a pull request in a queue; restarts nothing. */
export const UPDATE_QUEUE_ENTRY = writeAt("PATCH /pull-requests/{id}/queue-entry", true, {
  activity: "Changing a pull request in the queue",
  requestSchema: toRequestSchema(
    () => ({ id: UUID, ...PRIORITY_FIELDS, ...ENTRY_FLAGS }),
    ({ id: _id, ...changes }) =>
      Object.values(changes).every((value) => value === undefined)
        ? "Must have at least one field."
        : checkPriority(changes),
  ),
});

const DIRECTION = { direction: z.optional(z.enum(["oldest", "newest"])) };

/** Lists every change of a pull request's state, the oldest first unless asked otherwise. */
export const GET_QUEUE_ENTRY_HISTORY = readAt("/pull-requests/{id}/queue-entry-history", {
  activity: "Reading the history of a pull request",
  requestSchema: toRequestSchema(() => ({ id: UUID, ...PAGE_FIELDS, ...DIRECTION })),
  responseSchema: z.lazy(() => toPageSchema(TRANSITION)),
});

/** The same of up to 50 pull requests. */
export const LIST_QUEUE_ENTRY_HISTORIES = readAt("/queue-entry-history", {
  activity: "Reading the histories of pull requests",
  requestSchema: toRequestSchema(() => ({
    ...PAGE_FIELDS,
    pullRequestIds: toQueryList(UUID, MAX_PULL_REQUESTS),
    ...DIRECTION,
  })),
  responseSchema: z.lazy(() =>
    toPageSchema(toResponseSchema({ pullRequestId: z.string(), transitions: readable(TRANSITION) })),
  ),
});

/** Reads the service's own forecast; 404 where it makes none. */
export const GET_QUEUE_ENTRY_ESTIMATE = readAt("/pull-requests/{id}/queue-entry-estimate", {
  activity: "Reading the service's forecast for a pull request",
  requestSchema: BY_ID,
  responseSchema: ESTIMATE,
});

/** Reads the impacted targets that were reported for the head commit. */
export const GET_IMPACTED_TARGETS = readAt("/pull-requests/{id}/impacted-targets", {
  activity: "Reading the impacted targets of a pull request",
  requestSchema: BY_ID,
  responseSchema: TARGETS,
});

/** Most impacted targets of a pull request. */
export const MAX_TARGETS = 100_000;

/** Tells which targets a commit of a pull request impacts. */
export const PUT_IMPACTED_TARGETS = writeAt("PUT /impacted-targets", true, {
  activity: "Setting the impacted targets of a pull request in the queue",
  sizeAdvice: "Send impactsAllTargets instead of a list.",
  requestSchema: toRequestSchema(
    () => ({
      repositoryId: UUID,
      targetBranch: LABEL_SCHEMA,
      sha: z.string().check(z.regex(/^[A-Za-z0-9]+$/, "Must consist of letters and digits.")),
      number: z.optional(NUMBER_FIELD),
      branch: z.optional(LABEL_SCHEMA),
      impactedTargets: z.optional(limitedList(LABEL_SCHEMA, MAX_TARGETS)),
      impactsAllTargets: z.optional(z.literal(true)),
    }),
    ({ number, branch, impactedTargets, impactsAllTargets }) => {
      const isReport = (impactedTargets === undefined) !== (impactsAllTargets === undefined);
      const wrong = isReport ? undefined : "Must have exactly one of impactedTargets and impactsAllTargets.";
      return checkSelector({ number, branch }) ?? wrong;
    },
  ),
});
