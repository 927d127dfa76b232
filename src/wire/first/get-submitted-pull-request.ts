import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { makeRead, type Operation } from "../operation";
import type { PullRequestSelector, SubmittedPullRequest } from "./pull-request";
import { PULL_REQUEST_SELECTOR_SCHEMA, SUBMITTED_PULL_REQUEST_SCHEMA } from "./pull-request-schema";
import { toQueueRequestSchema } from "./request-schema";

/** Body of `/getSubmittedPullRequest`. */
export type GetSubmittedPullRequestRequest = QueueIdentity & {
  readonly pr: PullRequestSelector;
  /** Requests {@link SubmittedPullRequest.timeline}. Some services may refuse this field. */
  readonly includeTimeline?: boolean | undefined;
  /** Requests {@link SubmittedPullRequest.estimate}. Some services send the estimate in other fields. */
  readonly includeEstimatedTimeToMerge?: boolean | undefined;
};

/** Reads one pull request that was submitted to a queue. If it was not submitted, the status is 404. */
export const GET_SUBMITTED_PULL_REQUEST: Operation<GetSubmittedPullRequestRequest, SubmittedPullRequest> = {
  ...makeRead("getSubmittedPullRequest"),
  activity: "Reading a pull request of the queue",
  requestSchema: toQueueRequestSchema(() => ({
    pr: PULL_REQUEST_SELECTOR_SCHEMA,
    includeTimeline: z.optional(z.boolean()),
    includeEstimatedTimeToMerge: z.optional(z.boolean()),
  })),
  responseSchema: SUBMITTED_PULL_REQUEST_SCHEMA,
};
