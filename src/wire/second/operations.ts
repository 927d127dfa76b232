import type * as z from "zod/mini";
import type { Operation } from "../operation";
import * as queues from "./merge-queues";
import * as pulls from "./pull-requests";
import * as runs from "./verification-runs";

const TABLE = {
  "GET /merge-queues": queues.LIST_MERGE_QUEUES,
  "POST /merge-queues": queues.CREATE_MERGE_QUEUE,
  "GET /merge-queues/metrics": queues.GET_ORGANIZATION_METRICS,
  "GET /merge-queues/{id}": queues.GET_MERGE_QUEUE,
  "DELETE /merge-queues/{id}": queues.DELETE_MERGE_QUEUE,
  "PATCH /merge-queues/{id}/config": queues.UPDATE_MERGE_QUEUE_CONFIG,
  "POST /merge-queues/{id}/pause": queues.PAUSE_MERGE_QUEUE,
  "POST /merge-queues/{id}/resume": queues.RESUME_MERGE_QUEUE,
  "POST /merge-queues/{id}/drain": queues.DRAIN_MERGE_QUEUE,
  "POST /merge-queues/{id}/switch-modes": queues.SWITCH_MODES,
  "GET /merge-queues/{id}/order": queues.GET_ORDER,
  "GET /merge-queues/{id}/metrics": queues.GET_QUEUE_METRICS,
  "GET /merge-queues/{id}/pull-requests": pulls.LIST_QUEUE_PULL_REQUESTS,
  "POST /merge-queues/{id}/pull-requests": pulls.SUBMIT_PULL_REQUEST,
  "GET /merge-queues/{id}/testing-results": runs.LIST_TESTING_RESULTS,
  "GET /merge-queues/{id}/verification-runs": runs.LIST_VERIFICATION_RUNS,
  "GET /merge-queue-verification-runs/{id}": runs.GET_VERIFICATION_RUN,
  "GET /pull-requests": pulls.LIST_PULL_REQUESTS,
  "GET /pull-requests/{id}": pulls.GET_PULL_REQUEST,
  "POST /pull-requests/{id}/dequeue": pulls.DEQUEUE_PULL_REQUEST,
  "POST /pull-requests/{id}/restart-tests": pulls.RESTART_TESTS,
  "POST /pull-requests/{id}/reprioritize": pulls.REPRIORITIZE,
  "PATCH /pull-requests/{id}/queue-entry": pulls.UPDATE_QUEUE_ENTRY,
  "GET /pull-requests/{id}/queue-entry-history": pulls.GET_QUEUE_ENTRY_HISTORY,
  "GET /pull-requests/{id}/queue-entry-estimate": pulls.GET_QUEUE_ENTRY_ESTIMATE,
  "GET /pull-requests/{id}/impacted-targets": pulls.GET_IMPACTED_TARGETS,
  "GET /pull-requests/{id}/verification-runs": runs.LIST_PULL_REQUEST_RUNS,
  "GET /queue-entry-history": pulls.LIST_QUEUE_ENTRY_HISTORIES,
  "PUT /impacted-targets": pulls.PUT_IMPACTED_TARGETS,
  "GET /repositories": runs.LIST_REPOSITORIES,
  "GET /repositories/{id}": runs.GET_REPOSITORY,
} as const;

type Table = typeof TABLE;

/** Name of an operation of the second interface: its method and path. */
export type SecondName = keyof Table;

/** Request of the operation: path, query or body in one object. */
export type SecondRequest<Name extends SecondName> = z.output<Table[Name]["requestSchema"]>;

/** A success of the operation; `unknown` if nobody reads it. */
export type SecondResponse<Name extends SecondName> = z.output<Table[Name]["responseSchema"]>;

/** The table of operations (public OpenAPI document, November 2026), by name. */
export const SECOND_OPERATIONS: {
  readonly [Name in SecondName]: Operation<SecondRequest<Name>, SecondResponse<Name>>;
} = TABLE;
