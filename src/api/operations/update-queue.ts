import * as z from "zod";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings } from "../../queue/settings";
import { SETTINGS } from "../../queue/settings";
import { IDENTITY_FIELDS } from "../schemas/identity-schema";
import { toSettingFields } from "../schemas/setting-schema";
import type { Operation } from "./operation";

/** Body of `/updateQueue`: the identity and what changes; the service keeps absent settings. */
export type UpdateQueueRequest = QueueIdentity &
  QueueSettings & {
    /** True removes a list of required statuses that was set by hand. */
    readonly deleteRequiredStatuses?: boolean;
  };

/**
 * What `/updateQueue` answered: settings under their wire names, not yet checked (`tryToCompleteRecord` does
 * that). Undefined if the body was no JSON object; the reader then has to ask `/getQueue` (promise F-19).
 */
export type UpdateQueueResponse = Readonly<Record<string, unknown>> | undefined;

const deleteFlags = SETTINGS.filter((setting) => setting.kind === "stringSet").map(
  (setting) => [setting.deleteFlag, z.boolean().optional()] as const,
);

/** Changes a queue's settings. All values are absolute, so that repeating it changes nothing further. */
export const UPDATE_QUEUE: Operation<"updateQueue", UpdateQueueRequest, UpdateQueueResponse> = {
  name: "updateQueue",
  activity: "Configuring the queue",
  method: "POST",
  path: "/updateQueue",
  requestSchema: z.strictObject({
    ...IDENTITY_FIELDS,
    ...toSettingFields(SETTINGS),
    ...Object.fromEntries(deleteFlags),
  }),
  responseSchema: z.looseObject({}).optional().catch(undefined),
  isIdempotent: true,
  isRead: false,
  responseFormat: "any",
};
