import type { QueueIdentity } from "../../queue/queue-identity";
import { makeWrite, type Operation } from "../operation";
import { IDENTITY_SCHEMA } from "./request-schema";

/** Body of `/deleteQueue`: which queue. */
export type DeleteQueueRequest = QueueIdentity;

/** Deletes an empty queue. For other queues, the interface names no status. */
export const DELETE_QUEUE: Operation<DeleteQueueRequest> = {
  ...makeWrite("deleteQueue"),
  activity: "Deleting the queue",
  requestSchema: IDENTITY_SCHEMA,
};
