import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueRequestSchema } from "../schemas/identity-schema";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../schemas/pull-request-schema";
import { type Operation, WRITE } from "./operation";

/** Body of `/cancelPullRequest`. */
export type CancelPullRequestRequest = QueueIdentity & {
  /** The pull request by its number, an integer from 0 to 4294967295. */
  readonly pr: { readonly number: number };
};

/** Takes a pull request out of a queue. */
export const CANCEL_PULL_REQUEST: Operation<"cancelPullRequest", CancelPullRequestRequest, unknown> = {
  ...WRITE,
  name: "cancelPullRequest",
  activity: "Cancelling a pull request in the queue",
  path: "/cancelPullRequest",
  requestSchema: toQueueRequestSchema(() => ({ pr: PULL_REQUEST_REFERENCE_SCHEMA })),
};
