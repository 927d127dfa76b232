import * as z from "zod/mini";
import type { JsonValue } from "../../queue/additional-settings";
import type { QueueIdentity } from "../../queue/queue-identity";
import { type QueueSettings, SETTINGS } from "../../queue/settings";
import { makeWrite, type Operation } from "../operation";
import { orUndefined, TEXT, toResponseSchema } from "../response-schema";
import type { GetQueueResponse } from "./get-queue";
import { toQueueRequestSchema } from "./request-schema";
import { ADDITIONAL_SETTINGS_SCHEMA, SHOWN_SETTING_FIELDS, toSettingFields } from "./setting-schema";

/** Body of `/updateQueue`: the identity and the changed settings. Absent settings stay unchanged. */
export type UpdateQueueRequest = QueueIdentity &
  QueueSettings & {
    /** Whether to remove the configured list of required statuses. */
    readonly deleteRequiredStatuses?: boolean;
    /** Settings that are not in the settings table, by wire name. Null values are not sent. */
    readonly additionalSettings?: { readonly [wireName: string]: JsonValue };
  };

/** The settings by wire name. If the service does not send them, this is undefined: use `/getQueue` then. */
export type UpdateQueueResponse = Omit<GetQueueResponse, "enqueuedPullRequests"> | undefined;

function listFields(): Record<string, z.ZodMiniType> {
  const flags = SETTINGS.flatMap((setting) => (setting.kind === "stringSet" ? [setting.deleteFlag] : []));
  const flagFields = Object.fromEntries(flags.map((flag) => [flag, z.optional(z.boolean())]));
  return { ...toSettingFields(SETTINGS), ...flagFields };
}

/** Changes a queue's settings. A request contains the final values, so repeating it has no further effect. */
export const UPDATE_QUEUE: Operation<UpdateQueueRequest, UpdateQueueResponse> = {
  ...makeWrite("updateQueue"),
  activity: "Configuring the queue",
  requestSchema: toQueueRequestSchema(() => ({
    ...listFields(),
    additionalSettings: z.optional(ADDITIONAL_SETTINGS_SCHEMA),
  })),
  bodySchema: toQueueRequestSchema(listFields),
  toBody: ({ additionalSettings, ...fields }) => {
    const additional = Object.entries(additionalSettings ?? {}).filter(([, value]) => value !== null);
    return Object.fromEntries<unknown>([...Object.entries(fields), ...additional]);
  },
  responseSchema: z.lazy(() => orUndefined(toResponseSchema({ ...SHOWN_SETTING_FIELDS, branch: TEXT }))),
  isIdempotent: true,
};
