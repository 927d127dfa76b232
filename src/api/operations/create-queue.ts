import * as z from "zod/mini";
import type { QueueIdentity } from "../../queue/queue-identity";
import { CREATE_SETTINGS, type CreateQueueSettings } from "../../queue/settings";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { toSettingFields } from "../schemas/setting-schema";
import type { Operation } from "./operation";

/** Body of `/createQueue`: the identity and the settings that it takes; the service chooses the others. */
export type CreateQueueRequest = QueueIdentity & CreateQueueSettings;

/** Creates a queue. The interface does not name the status for a queue that exists. */
export const CREATE_QUEUE: Operation<"createQueue", CreateQueueRequest, unknown> = {
  name: "createQueue",
  activity: "Creating the queue",
  method: "POST",
  path: "/createQueue",
  requestSchema: z.lazy(() => z.strictObject({ ...IDENTITY_FIELDS, ...toSettingFields(CREATE_SETTINGS) })),
  responseSchema: z.unknown(),
  isIdempotent: false,
  isRead: false,
  responseFormat: "any",
};
