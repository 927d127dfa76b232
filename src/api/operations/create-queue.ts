import * as z from "zod";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { SETTINGS } from "../../queue/settings";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { toSettingFields } from "../schemas/setting-schema";
import type { Operation } from "./operation";

/** Body of `/createQueue`: the identity and the settings that it takes; the service chooses absent ones. */
export type CreateQueueRequest = QueueIdentity & Pick<QueueSettings, "mode" | "concurrency">;

/** Makes a queue. The status for a queue that exists already is not in the interface. */
export const CREATE_QUEUE: Operation<"createQueue", CreateQueueRequest, unknown> = {
  name: "createQueue",
  activity: "Creating the queue",
  method: "POST",
  path: "/createQueue",
  requestSchema: z.strictObject({
    ...IDENTITY_FIELDS,
    ...toSettingFields(SETTINGS.filter((setting) => setting.settableOnCreate)),
  }),
  responseSchema: z.unknown(),
  isIdempotent: false,
  isRead: false,
  responseFormat: "any",
};
