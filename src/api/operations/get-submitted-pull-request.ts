import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { PullRequestSelector, SubmittedPullRequest } from "../pull-request";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { PULL_REQUEST_SELECTOR_SCHEMA, SUBMITTED_PULL_REQUEST_SCHEMA } from "../schemas/pull-request-schema";
import type { Operation } from "./operation";

export type { PullRequestSelector } from "../pull-request";

/** Body of `/getSubmittedPullRequest`. */
export type GetSubmittedPullRequestRequest = QueueIdentity & { readonly pr: PullRequestSelector };

/** Reads one pull request that was submitted to a queue; 404 if there is none. */
export const GET_SUBMITTED_PULL_REQUEST: Operation<
  "getSubmittedPullRequest",
  GetSubmittedPullRequestRequest,
  SubmittedPullRequest
> = {
  name: "getSubmittedPullRequest",
  activity: "Reading a pull request of the queue",
  method: "POST",
  path: "/getSubmittedPullRequest",
  requestSchema: z.lazy(() => z.strictObject({ ...IDENTITY_FIELDS, pr: PULL_REQUEST_SELECTOR_SCHEMA })),
  responseSchema: SUBMITTED_PULL_REQUEST_SCHEMA,
  isIdempotent: true,
  isRead: true,
  responseFormat: "json",
};
