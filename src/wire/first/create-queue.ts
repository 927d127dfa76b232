import type { QueueIdentity } from "../../queue/queue-identity";
import { CREATE_SETTINGS, type CreateQueueSettings } from "../../queue/settings";
import { makeWrite, type Operation } from "../operation";
import { toQueueRequestSchema } from "./request-schema";
import { toSettingFields } from "./setting-schema";

/** Body of `/createQueue`: the identity and some settings. The service chooses the other settings. */
export type CreateQueueRequest = QueueIdentity & CreateQueueSettings;

/** Creates a queue. The interface does not specify the status of the response if the queue exists already. */
export const CREATE_QUEUE: Operation<CreateQueueRequest> = {
  ...makeWrite("createQueue"),
  activity: "Creating the queue",
  requestSchema: toQueueRequestSchema(() => toSettingFields(CREATE_SETTINGS)),
};
