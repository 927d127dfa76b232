import * as z from "zod";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { PullRequest } from "../pull-request";
import { boundedList } from "../schemas/bounded-list";
import { IDENTITY_SCHEMA } from "../schemas/identity-schema";
import { QUEUED_PULL_REQUEST_SCHEMA } from "../schemas/pull-request-schema";
import type { Operation } from "./operation";

/** Body of `/getQueue`: which queue. */
export type GetQueueRequest = QueueIdentity;

/**
 * What `/getQueue` answers: the settings under their wire names, not yet checked (`toQueueRecord` does that),
 * fields that this version does not know, and the pull requests in the queue.
 */
export interface GetQueueResponse {
  readonly [field: string]: unknown;
  /** Pull requests in the queue, in the service's order. Never absent: deleting depends on it. */
  readonly enqueuedPullRequests: readonly PullRequest[];
}

/** Reads a queue's settings and the pull requests in it. */
export const GET_QUEUE: Operation<"getQueue", GetQueueRequest, GetQueueResponse> = {
  name: "getQueue",
  activity: "Reading the queue",
  method: "POST",
  path: "/getQueue",
  requestSchema: IDENTITY_SCHEMA,
  responseSchema: z.looseObject({ enqueuedPullRequests: boundedList(QUEUED_PULL_REQUEST_SCHEMA, 1) }),
  isIdempotent: true,
  isRead: true,
  responseFormat: "json",
};
