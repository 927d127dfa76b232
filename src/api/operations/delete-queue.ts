import type { QueueIdentity } from "../../queue/queue-identity";
import { IDENTITY_SCHEMA } from "../schemas/identity-schema";
import { type Operation, WRITE } from "./operation";

/** Body of `/deleteQueue`: which queue. */
export type DeleteQueueRequest = QueueIdentity;

/** Deletes an empty queue. The interface does not name the status for a queue that is not empty. */
export const DELETE_QUEUE: Operation<"deleteQueue", DeleteQueueRequest, unknown> = {
  ...WRITE,
  name: "deleteQueue",
  activity: "Deleting the queue",
  path: "/deleteQueue",
  requestSchema: IDENTITY_SCHEMA,
};
