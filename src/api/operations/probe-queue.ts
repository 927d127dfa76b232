import * as z from "zod";
import { GET_QUEUE } from "./get-queue";
import type { Operation } from "./operation";

/** `/getQueue` with an empty object, which a service refuses and anything else does not know. */
export const PROBE_QUEUE: Operation<"getQueue", object, unknown> = {
  name: GET_QUEUE.name,
  activity: GET_QUEUE.activity,
  method: GET_QUEUE.method,
  path: GET_QUEUE.path,
  requestSchema: z.strictObject({}),
  responseSchema: z.unknown(),
  isIdempotent: true,
  isRead: true,
  responseFormat: "any",
};
