import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import type { WithAdditionalFields } from "../additional-fields";
import { boundedList } from "../bounded-list";
import { makeRead, type Operation } from "../operation";
import { TEXT, toResponseSchema, withoutNull } from "../response-schema";
import type { PullRequest } from "./pull-request";
import { QUEUED_PULL_REQUEST_SCHEMA } from "./pull-request-schema";
import { IDENTITY_SCHEMA } from "./request-schema";
import { SHOWN_SETTING_FIELDS } from "./setting-schema";

/** Body of `/getQueue`: the queue's identity. */
export type GetQueueRequest = QueueIdentity;

/** Response of `/getQueue`: the settings under their wire names, and the pull requests in the queue. */
export interface GetQueueResponse extends QueueRecord, WithAdditionalFields {
  /** Target branch of the queue. */
  readonly branch?: string | undefined;
  /** The queue's permanent id (second interface). A recreated queue has another id. */
  readonly queueId?: string | undefined;
  /** Who changed the queue last (second interface): `manual`, `terraform`, `terraform_with_drift`, … */
  readonly managedState?: string | undefined;
  /** When the queue was created (second interface): ISO 8601. */
  readonly createdAt?: string | undefined;
  /** Pull requests in the queue, in the service's order; undefined if the service does not send them. */
  readonly enqueuedPullRequests?: readonly PullRequest[] | undefined;
}

export const GET_QUEUE: Operation<GetQueueRequest, GetQueueResponse> = {
  ...makeRead("getQueue"),
  activity: "Reading the queue",
  requestSchema: IDENTITY_SCHEMA,
  responseSchema: toResponseSchema({
    ...SHOWN_SETTING_FIELDS,
    branch: TEXT,
    enqueuedPullRequests: withoutNull(boundedList(QUEUED_PULL_REQUEST_SCHEMA, 1)),
  }),
};
