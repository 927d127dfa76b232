import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { IDENTITY_SCHEMA } from "../schemas/identity-schema";
import type { Operation } from "./operation";

/** Body of `/deleteQueue`: which queue. */
export type DeleteQueueRequest = QueueIdentity;

/** Deletes an empty queue. The interface does not name the status for a queue that is not empty. */
export const DELETE_QUEUE: Operation<"deleteQueue", DeleteQueueRequest, unknown> = {
  name: "deleteQueue",
  activity: "Deleting the queue",
  method: "POST",
  path: "/deleteQueue",
  requestSchema: IDENTITY_SCHEMA,
  responseSchema: z.unknown(),
  isIdempotent: false,
  isRead: false,
  responseFormat: "any",
};
