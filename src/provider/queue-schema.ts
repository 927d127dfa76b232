import type { Attribute, Schema } from "../plugin/schema";
import type { SettingDefinition } from "../queue/setting-definition";
import { SETTINGS } from "../queue/settings";
import { DEFAULT_DRAIN_TIMEOUT_MS, DEFAULT_TIMEOUTS_MS } from "../reconcile/default-timeouts";
import { MAX_DURATION_MS } from "../text/parse-duration";
import {
  computed,
  createIdentityAttributes,
  createTimeoutAttribute,
  optionalAttribute,
  QUEUE_ID_DESCRIPTION,
  toSettingType,
} from "./attributes";

function toAttribute(setting: SettingDefinition): Attribute {
  return {
    type: toSettingType(setting),
    optional: true,
    computed: true,
    description: `${setting.description}${describeValues(setting)} ${describeOmission(setting)}`,
  };
}

function describeValues(setting: SettingDefinition): string {
  if (setting.kind === "integer") return ` A whole number from ${setting.min} to ${setting.max}.`;
  if (setting.kind !== "enum") return "";
  return ` One of ${setting.values.map((value) => `\`${value}\``).join(", ")}.`;
}

/** Says what leaving out a setting means. Each description of a setting ends with this. */
export function describeOmission(setting: SettingDefinition): string {
  return setting.kind === "stringSet"
    ? "If you leave it out, it is usually not managed: the service's list stays, for example after an import or after an apply that " +
        "changed nothing. There is one exception. If an apply has created or updated the queue with a list, and you then remove " +
        "the list from the configuration, the queue inherits the statuses again. The plan says so."
    : "Not managed if you leave it out.";
}

/** Schema of `mergequeue_queue`. Its settings come from the settings table. */
export const QUEUE_SCHEMA: Schema = {
  version: 0,
  description:
    "A merge queue: it tests and merges the pull requests that target one branch of one repository. A setting that you " +
    "leave out is read and shown, but never changed.",
  attributes: {
    id: computed("string", "The queue's id, `host/owner/name/branch`, for `terraform import`."),
    queue_id: computed("string", QUEUE_ID_DESCRIPTION),
    ...createIdentityAttributes(" Changing it forces replacement."),
    ...Object.fromEntries(SETTINGS.map((setting) => [setting.attribute, toAttribute(setting)])),
    deletion_policy: optionalAttribute(
      "string",
      "What a destroy does. `refuse` (the default): deletes the queue only if it has no pull requests. `drain`: sets the " +
        "queue to `draining`, waits until it is empty, then deletes it. If this takes longer than `timeouts.delete`, keeps the queue and " +
        "restores its state. `abandon`: forgets the queue and leaves it as it is. A destroy uses the policy that was last applied.",
    ),
    on_existing: optionalAttribute(
      "string",
      "What a create does if the queue exists already. `fail` (the default) ends with an error and changes nothing. `adopt` " +
        "takes over the queue and changes only the declared settings that differ. The plan lists them.",
    ),
    additional_settings: optionalAttribute(
      "dynamic",
      "Settings of a newer service that have no attribute here, as an object whose keys are the names in the interface. These settings " +
        "are sent, compared and shown like all others. A setting that is null or absent is not managed. If you remove a " +
        "setting from the object, the service keeps its value.",
    ),
    timeouts: {
      nesting: "single",
      optional: true,
      description: `How long operations may take, including waits and retries; each at most ${MAX_DURATION_MS / 3_600_000} hours.`,
      attributes: {
        create: createTimeoutAttribute("creating the queue", DEFAULT_TIMEOUTS_MS.create),
        read: createTimeoutAttribute("reading the queue", DEFAULT_TIMEOUTS_MS.read),
        update: createTimeoutAttribute("updating the queue", DEFAULT_TIMEOUTS_MS.update),
        delete: createTimeoutAttribute(
          "deleting the queue",
          DEFAULT_TIMEOUTS_MS.delete,
          `, or \`${DEFAULT_DRAIN_TIMEOUT_MS / 60_000}m\` with \`deletion_policy = "drain"\``,
        ),
      },
    },
  },
};
