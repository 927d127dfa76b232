import type * as z from "zod/mini";
import { CANCEL_PULL_REQUEST } from "./operations/cancel-pull-request";
import { CREATE_QUEUE } from "./operations/create-queue";
import { DELETE_QUEUE } from "./operations/delete-queue";
import { GET_MERGE_QUEUE_METRICS } from "./operations/get-merge-queue-metrics";
import { GET_MERGE_QUEUE_TESTING_DETAILS } from "./operations/get-merge-queue-testing-details";
import { GET_QUEUE } from "./operations/get-queue";
import { GET_SUBMITTED_PULL_REQUEST } from "./operations/get-submitted-pull-request";
import { LIST_PULL_REQUESTS } from "./operations/list-pull-requests";
import type { Operation } from "./operations/operation";
import { RESTART_TESTS_ON_PULL_REQUEST } from "./operations/restart-tests-on-pull-request";
import { SET_IMPACTED_TARGETS } from "./operations/set-impacted-targets";
import { SUBMIT_PULL_REQUEST } from "./operations/submit-pull-request";
import { TRACK_EVENTS } from "./operations/track-events";
import { UPDATE_QUEUE } from "./operations/update-queue";

const TABLE = {
  createQueue: CREATE_QUEUE,
  getQueue: GET_QUEUE,
  updateQueue: UPDATE_QUEUE,
  deleteQueue: DELETE_QUEUE,
  submitPullRequest: SUBMIT_PULL_REQUEST,
  cancelPullRequest: CANCEL_PULL_REQUEST,
  restartTestsOnPullRequest: RESTART_TESTS_ON_PULL_REQUEST,
  getSubmittedPullRequest: GET_SUBMITTED_PULL_REQUEST,
  listPullRequests: LIST_PULL_REQUESTS,
  getMergeQueueTestingDetails: GET_MERGE_QUEUE_TESTING_DETAILS,
  setImpactedTargets: SET_IMPACTED_TARGETS,
  getMergeQueueMetrics: GET_MERGE_QUEUE_METRICS,
  trackEvents: TRACK_EVENTS,
} as const;

type Table = typeof TABLE;

/** Name of an operation: the last part of its path. */
export type OperationName = keyof Table;

/** Request of the operation. */
export type OperationRequest<Name extends OperationName> = z.output<Table[Name]["requestSchema"]>;

/** Type of a 200 response of the operation; `unknown` if the interface does not show the body. */
export type OperationResponse<Name extends OperationName> = z.output<Table[Name]["responseSchema"]>;

/** The table of operations, by name. Source: interface, section Endpoints. */
export const OPERATIONS: {
  readonly [Name in OperationName]: Operation<OperationRequest<Name>, OperationResponse<Name>>;
} = TABLE;
