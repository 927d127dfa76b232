import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { WithAdditionalFields } from "../additional-fields";
import { boundedList } from "../bounded-list";
import { makeRead, type Operation } from "../operation";
import { toLazySchema, withoutNull } from "../response-schema";
import type { SubmittedPullRequest } from "./pull-request";
import { PULL_REQUEST_REFERENCE_SCHEMA, SUBMITTED_PULL_REQUEST_SCHEMA } from "./pull-request-schema";
import { toQueueRequestSchema } from "./request-schema";

export const MAX_PULL_REQUESTS = 50;

/** Body of `/getSubmittedPullRequests`. */
export type GetSubmittedPullRequestsRequest = QueueIdentity & {
  /** The numbers of 1 to 50 pull requests: integers from 0 to 4294967295. */
  readonly prs: readonly { readonly number: number }[];
  /** Requests the {@link SubmittedPullRequest.timeline} of each pull request. */
  readonly includeTimeline?: boolean | undefined;
};

/** Response of `/getSubmittedPullRequests`. */
export interface GetSubmittedPullRequestsResponse extends WithAdditionalFields {
  /** The requested pull requests that were submitted to the queue. */
  readonly pullRequests: readonly SubmittedPullRequest[];
  /** The requested numbers that are not in `pullRequests`; undefined if the service does not send them. */
  readonly notFound?: readonly number[] | undefined;
}

const SIZE = `Must name 1 to ${MAX_PULL_REQUESTS} pull requests.`;

const NUMBER = z.pipe(
  z.transform((value: unknown) => PULL_REQUEST_REFERENCE_SCHEMA.safeParse(value).data?.number ?? value),
  z.int(),
);

/** Reads several pull requests of a queue. The interface does not name this operation. */
export const GET_SUBMITTED_PULL_REQUESTS: Operation<
  GetSubmittedPullRequestsRequest,
  GetSubmittedPullRequestsResponse
> = {
  ...makeRead("getSubmittedPullRequests"),
  activity: "Reading pull requests of the queue",
  requestSchema: toQueueRequestSchema(() => ({
    prs: z
      .array(PULL_REQUEST_REFERENCE_SCHEMA)
      .check(z.minLength(1, SIZE), z.maxLength(MAX_PULL_REQUESTS, SIZE)),
    includeTimeline: z.optional(z.boolean()),
  })),
  responseSchema: toLazySchema(() => ({
    pullRequests: boundedList(SUBMITTED_PULL_REQUEST_SCHEMA, 1),
    notFound: withoutNull(boundedList(NUMBER, 1)),
  })),
};
