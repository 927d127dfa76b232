import type { QueueIdentity } from "../../queue/queue-identity";
import { makeWrite, type Operation } from "../operation";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "./pull-request-schema";
import { toQueueRequestSchema } from "./request-schema";

/** Body of `/cancelPullRequest`. */
export type CancelPullRequestRequest = QueueIdentity & {
  /** The pull request's number: an integer from 0 to 4294967295. */
  readonly pr: { readonly number: number };
};

export const CANCEL_PULL_REQUEST: Operation<CancelPullRequestRequest> = {
  ...makeWrite("cancelPullRequest"),
  activity: "Cancelling a pull request in the queue",
  requestSchema: toQueueRequestSchema(() => ({ pr: PULL_REQUEST_REFERENCE_SCHEMA })),
};
