import type { QueueIdentity } from "../../queue/queue-identity";
import { makeWrite, type Operation } from "../operation";
import { IDENTITY_SCHEMA } from "./request-schema";

/** Body of `/deleteQueue`: the queue's identity. */
export type DeleteQueueRequest = QueueIdentity;

/** Deletes an empty queue. The interface does not specify the status of the response for any other queue. */
export const DELETE_QUEUE: Operation<DeleteQueueRequest> = {
  ...makeWrite("deleteQueue"),
  activity: "Deleting the queue",
  requestSchema: IDENTITY_SCHEMA,
};
