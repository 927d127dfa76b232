import type * as z from "zod/mini";
import type { Operation } from "../operation";
import { CANCEL_PULL_REQUEST } from "./cancel-pull-request";
import { CREATE_QUEUE } from "./create-queue";
import { DELETE_QUEUE } from "./delete-queue";
import { GET_MERGE_QUEUE_METRICS } from "./get-merge-queue-metrics";
import { GET_MERGE_QUEUE_TESTING_DETAILS } from "./get-merge-queue-testing-details";
import { GET_QUEUE } from "./get-queue";
import { GET_SUBMITTED_PULL_REQUEST } from "./get-submitted-pull-request";
import { GET_SUBMITTED_PULL_REQUESTS } from "./get-submitted-pull-requests";
import { LIST_MERGE_QUEUE_TESTING_RESULTS } from "./list-merge-queue-testing-results";
import { LIST_PULL_REQUESTS } from "./list-pull-requests";
import { RESTART_TESTS_ON_PULL_REQUEST } from "./restart-tests-on-pull-request";
import { SET_IMPACTED_TARGETS } from "./set-impacted-targets";
import { SUBMIT_PULL_REQUEST } from "./submit-pull-request";
import { TRACK_EVENTS } from "./track-events";
import { UPDATE_QUEUE } from "./update-queue";

const TABLE = {
  createQueue: CREATE_QUEUE,
  getQueue: GET_QUEUE,
  updateQueue: UPDATE_QUEUE,
  deleteQueue: DELETE_QUEUE,
  submitPullRequest: SUBMIT_PULL_REQUEST,
  cancelPullRequest: CANCEL_PULL_REQUEST,
  restartTestsOnPullRequest: RESTART_TESTS_ON_PULL_REQUEST,
  getSubmittedPullRequest: GET_SUBMITTED_PULL_REQUEST,
  getSubmittedPullRequests: GET_SUBMITTED_PULL_REQUESTS,
  listPullRequests: LIST_PULL_REQUESTS,
  getMergeQueueTestingDetails: GET_MERGE_QUEUE_TESTING_DETAILS,
  listMergeQueueTestingResults: LIST_MERGE_QUEUE_TESTING_RESULTS,
  setImpactedTargets: SET_IMPACTED_TARGETS,
  getMergeQueueMetrics: GET_MERGE_QUEUE_METRICS,
  trackEvents: TRACK_EVENTS,
} as const;

type Table = typeof TABLE;

/** Name of an operation: the last part of its path. */
export type OperationName = keyof Table;

export type OperationRequest<Name extends OperationName> = z.output<Table[Name]["requestSchema"]>;

/** Type of the body of a response with status 200; `unknown` if the interface does not specify the body. */
export type OperationResponse<Name extends OperationName> = z.output<Table[Name]["responseSchema"]>;

/** All operations by name, as in the interface (section Endpoints) and in live services. */
export const OPERATIONS: {
  readonly [Name in OperationName]: Operation<OperationRequest<Name>, OperationResponse<Name>>;
} = TABLE;
