import type { QueueIdentity } from "../../queue/queue-identity";
import type { PullRequestSelector, SubmittedPullRequest } from "../pull-request";
import { PULL_REQUEST_SELECTOR_SCHEMA, SUBMITTED_PULL_REQUEST_SCHEMA } from "../schemas/pull-request-schema";
import { toQueueRequestSchema } from "../schemas/request-schema";
import { makeRead, type Operation } from "./operation";

/** Body of `/getSubmittedPullRequest`. */
export type GetSubmittedPullRequestRequest = QueueIdentity & { readonly pr: PullRequestSelector };

/** Reads one pull request that was submitted to a queue; 404 if there is none. */
export const GET_SUBMITTED_PULL_REQUEST: Operation<GetSubmittedPullRequestRequest, SubmittedPullRequest> = {
  ...makeRead("getSubmittedPullRequest"),
  activity: "Reading a pull request of the queue",
  requestSchema: toQueueRequestSchema(() => ({ pr: PULL_REQUEST_SELECTOR_SCHEMA })),
  responseSchema: SUBMITTED_PULL_REQUEST_SCHEMA,
};
