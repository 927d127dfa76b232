import { formatQueueId } from "../../queue/queue-identity";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTINGS, type SettingName } from "../../queue/settings";
import { describeUnlisted } from "../../reconcile/describe-pull-requests";
import { toLiveQueue, toQueueReference, withNotReady } from "../../reconcile/read-queue";
import { computed, computedNested, QUEUE_ID_DESCRIPTION, toSettingType } from "../attributes";
import { createWarning } from "../diagnostics";
import { toDynamicValue } from "../queue-resource/values/additional-values";
import {
  createQueueDataSource,
  LISTED_PULL_REQUEST_ATTRIBUTES,
  listWords,
  type ResponseField,
  toAttributes,
  toAttributeValues,
  toListedPullRequest,
} from "./create-data-source";

const FIELDS = SETTINGS.map(
  (setting): ResponseField<SettingName> => [setting.name, toSettingType(setting), describeSetting(setting)],
);

const FACTS: readonly ResponseField<"queueId" | "managedState">[] = [
  ["queueId", "string", QUEUE_ID_DESCRIPTION],
  [
    "managedState",
    "string",
    `Who changed the queue last: one of ${listWords(["manual", "terraform", "terraform_with_drift"])}, or a value from a newer service. Null ` +
      "with the first interface.",
  ],
];

function describeSetting(setting: SettingDefinition): string {
  // The table's text advises how to configure it.
  const meaning =
    setting.name === "state" ? "The queue's state, as the service shows it." : setting.description;
  if (setting.kind !== "enum") return meaning;
  const words = listWords([...setting.values, ...setting.transientValues]);
  return `${meaning} One of ${words}, or a value from a newer service.`;
}

export const QUEUE_DATA_SOURCE = createQueueDataSource({
  description:
    "A merge queue as the service shows it now: its settings and its pull requests. Attributes that the service omits are " +
    "null. If the queue does not exist, the read fails.",
  attributes: {
    id: computed("string", "The queue's id, `host/owner/name/branch`."),
    ...toAttributes([...FACTS, ...FIELDS]),
    enqueued_pull_requests: computedNested(
      "list",
      LISTED_PULL_REQUEST_ATTRIBUTES,
      "The pull requests in the queue, both ready and not ready, in the service's order. Null if the service " +
        "does not show them.",
    ),
    additional_settings: computed(
      "dynamic",
      "Fields of the queue that this version of the provider does not know, as an object whose keys are wire names. Null if there are none.",
    ),
  },
  read: async (_config, context, warn) => {
    const response = await context.api.call("getQueue", toQueueReference(context.queue), context);
    const live = await withNotReady(context, toLiveQueue(response));
    const { settings, pullRequests, additionalFields, notReadyProblem } = live;
    const id = formatQueueId(context.queue);
    if (notReadyProblem !== undefined) {
      const detail = `${describeUnlisted(context.queue, notReadyProblem)} These pull requests are missing from enqueued_pull_requests.`;
      warn(createWarning("Pull requests that are not ready are not shown", id, detail));
    }
    return {
      id,
      ...toAttributeValues(FACTS, response),
      ...toAttributeValues(FIELDS, settings),
      enqueued_pull_requests: pullRequests?.map(toListedPullRequest) ?? null,
      additional_settings: toDynamicValue(additionalFields),
    };
  },
});
