import * as z from "zod/mini";
import { PULL_REQUEST_STATES, type PullRequestState } from "../../queue/pull-request-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { WithAdditionalFields } from "../additional-fields";
import { boundedList } from "../bounded-list";
import { makeRead, type Operation } from "../operation";
import { toLazySchema, withoutNull } from "../response-schema";
import type { PullRequest } from "./pull-request";
import { QUEUED_PULL_REQUEST_SCHEMA } from "./pull-request-schema";
import { TIME_SCHEMA, toQueueRequestSchema, toWholeNumberSchema, toWordSchema } from "./request-schema";

/** Body of `/listPullRequests`. */
export type ListPullRequestsRequest = QueueIdentity & {
  /** Lists only pull requests in this state. Default: all states. */
  readonly state?: PullRequestState;
  /** Lists only pull requests that merged, failed or were cancelled at this time or later: ISO 8601. */
  readonly since?: string;
  /** As `since`, but at this time or earlier. Some services may refuse this field. */
  readonly until?: string;
  /** `nextCursor` of the previous page, a UUID. Default: the first page. */
  readonly cursor?: string;
  /** Maximum number of pull requests on the page: an integer from 1 to 100. Default: 50. */
  readonly take?: number;
};

/** Response of `/listPullRequests`: one page. */
export interface ListPullRequestsResponse extends WithAdditionalFields {
  /** The pull requests of the page, in the service's order. */
  readonly pullRequests: readonly PullRequest[];
  /** The `cursor` of the next page; undefined on the last page. */
  readonly nextCursor?: string | undefined;
}

export const LIST_PULL_REQUESTS: Operation<ListPullRequestsRequest, ListPullRequestsResponse> = {
  ...makeRead("listPullRequests"),
  activity: "Listing the pull requests of the queue",
  requestSchema: toQueueRequestSchema(() => ({
    state: z.optional(toWordSchema(PULL_REQUEST_STATES)),
    since: z.optional(TIME_SCHEMA),
    until: z.optional(TIME_SCHEMA),
    cursor: z.optional(z.guid({ error: "Must be the nextCursor of the previous page, a UUID." })),
    take: z.optional(toWholeNumberSchema(1, 100)),
  })),
  responseSchema: toLazySchema(() => ({
    pullRequests: boundedList(QUEUED_PULL_REQUEST_SCHEMA, 1),
    // Dropping an invalid cursor would make an incomplete list look complete.
    nextCursor: withoutNull(z.string()),
  })),
};
