import type * as z from "zod";
import { CANCEL_PULL_REQUEST } from "./operations/cancel-pull-request";
import { CREATE_QUEUE } from "./operations/create-queue";
import { DELETE_QUEUE } from "./operations/delete-queue";
import { GET_QUEUE } from "./operations/get-queue";
import type { Operation } from "./operations/operation";
import { SUBMIT_PULL_REQUEST } from "./operations/submit-pull-request";
import { UPDATE_QUEUE } from "./operations/update-queue";

const TABLE = {
  createQueue: CREATE_QUEUE,
  getQueue: GET_QUEUE,
  updateQueue: UPDATE_QUEUE,
  deleteQueue: DELETE_QUEUE,
  submitPullRequest: SUBMIT_PULL_REQUEST,
  cancelPullRequest: CANCEL_PULL_REQUEST,
} as const;

type Table = typeof TABLE;

/** Name of an operation: the interface's path without its slash. */
export type OperationName = keyof Table;

/** Body that the operation takes. */
export type OperationRequest<Name extends OperationName> = z.output<Table[Name]["requestSchema"]>;

/** What a 200 answer of the operation is read as; `unknown` where the interface does not show the body. */
export type OperationResponse<Name extends OperationName> = z.output<Table[Name]["responseSchema"]>;

/** The table of operations, by name. Source: interface, section Endpoints. */
export const OPERATIONS: {
  readonly [Name in OperationName]: Operation<Name, OperationRequest<Name>, OperationResponse<Name>>;
} = TABLE;
