import type { QueueIdentity } from "../../queue/queue-identity";
import { CREATE_SETTINGS, type CreateQueueSettings } from "../../queue/settings";
import { toQueueRequestSchema } from "../schemas/identity-schema";
import { toSettingFields } from "../schemas/setting-schema";
import { type Operation, WRITE } from "./operation";

/** Body of `/createQueue`: the identity and the settings that it takes; the service chooses the others. */
export type CreateQueueRequest = QueueIdentity & CreateQueueSettings;

/** Creates a queue. The interface does not name the status for a queue that exists. */
export const CREATE_QUEUE: Operation<"createQueue", CreateQueueRequest, unknown> = {
  ...WRITE,
  name: "createQueue",
  activity: "Creating the queue",
  path: "/createQueue",
  requestSchema: toQueueRequestSchema(() => toSettingFields(CREATE_SETTINGS)),
};
