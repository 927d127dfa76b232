import { attributePath } from "../../plugin/diagnostic";
import type { Attribute, Schema } from "../../plugin/schema/schema";
import { toAttributeName } from "../../queue/attribute-name";
import { formatQueueId } from "../../queue/queue-identity";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTINGS } from "../../queue/settings";
import { readQueue } from "../../reconcile/read-queue";
import { quote } from "../../text/quote";
import { computed, computedNested, createIdentityAttributes, toSettingType } from "../attributes";
import { getIdentity } from "../identity-values";
import { fromSettingValue } from "../queue-resource/values/setting-values";
import { toDynamicValue } from "../typed-value";
import { validateIdentityAttributes } from "../validate-identity-attributes";
import { createDataSource } from "./create-data-source";
import { LISTED_PULL_REQUEST_ATTRIBUTES, toListedPullRequest } from "./pull-request-values";

function toAttribute(setting: SettingDefinition): Attribute {
  return computed(toSettingType(setting), `${describeMeaning(setting)}${describeWords(setting)}`);
}

function describeMeaning(setting: SettingDefinition): string {
  // The table's text advises how to configure it.
  return setting.name === "state" ? "What the queue does, as the service shows it." : setting.description;
}

function describeWords(setting: SettingDefinition): string {
  if (setting.kind !== "enum") return "";
  const words = [...setting.values, ...setting.transientValues].map((word) => `\`${word}\``);
  return ` One of ${words.join(", ")}, or a word of a newer service.`;
}

const SCHEMA: Schema = {
  version: 0,
  description:
    "A merge queue as the service shows it now: its settings, and the pull requests in it. What the service " +
    "leaves out is null. It is an error if the queue does not exist.",
  attributes: {
    ...createIdentityAttributes(),
    id: computed("string", "The queue's id, `host/owner/name/branch`."),
    ...Object.fromEntries(SETTINGS.map((setting) => [toAttributeName(setting.name), toAttribute(setting)])),
    enqueued_pull_requests: computedNested(
      "list",
      LISTED_PULL_REQUEST_ATTRIBUTES,
      "The pull requests in the queue, in the service's order; null if the service does not show them.",
    ),
    additional_settings: computed(
      "dynamic",
      "Fields of the queue that this version of the provider does not know, as an object by wire name; null if " +
        "there are none.",
    ),
  },
};

/** The data source `mergequeue_queue`. */
export const QUEUE_DATA_SOURCE = createDataSource({
  schema: SCHEMA,
  validate: validateIdentityAttributes,
  describeTarget: (config) => ({
    name: `Queue ${quote(formatQueueId(getIdentity(config)))} was`,
    path: attributePath("target_branch"),
  }),
  read: async (config, context) => {
    const identity = getIdentity(config);
    const live = await readQueue({ ...context, queue: identity });
    const settings = SETTINGS.map(
      ({ name }) => [toAttributeName(name), fromSettingValue(live.settings[name])] as const,
    );
    return {
      id: formatQueueId(identity),
      ...Object.fromEntries(settings),
      enqueued_pull_requests: live.pullRequests?.map(toListedPullRequest) ?? null,
      additional_settings: toDynamicValue(live.additionalFields),
    };
  },
});
