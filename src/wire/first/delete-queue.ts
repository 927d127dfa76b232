import type { QueueIdentity } from "../../queue/queue-identity";
import { makeWrite, type Operation } from "../operation";
import { IDENTITY_SCHEMA } from "./request-schema";

/** Body of `/deleteQueue`: the queue's identity. */
export type DeleteQueueRequest = QueueIdentity;

/** Deletes an empty queue. The interface specifies no status for a queue that is not empty. */
export const DELETE_QUEUE: Operation<DeleteQueueRequest> = {
  ...makeWrite("deleteQueue"),
  activity: "Deleting the queue",
  requestSchema: IDENTITY_SCHEMA,
};
