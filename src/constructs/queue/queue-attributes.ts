import { toAttributeName } from "../../queue/attribute-name";
import { isBatchingSetting } from "../../queue/batching-settings";
import type { SettingName } from "../../queue/settings";
import { SETTING_NAMES } from "../../queue/settings";
import type { TerraformMetaArguments } from "../cdk";
import { toAdditionalValue } from "../values/additional-settings-value";
import { tryToRepository } from "../values/repository-attribute";
import { toAttributeValue } from "../values/to-attribute-value";
import type { MergeQueueProps, MergeQueueSettings } from "./merge-queue-props";

/** The operations that `timeouts` bounds. */
export const TIMED_OPERATIONS = ["create", "read", "update", "delete"] as const;

/** Terraform's meta-arguments, by the names that they have as props. */
export const META_ARGUMENTS = [
  "dependsOn",
  "count",
  "provider",
  "lifecycle",
  "forEach",
  "provisioners",
  "connection",
] as const satisfies readonly (keyof TerraformMetaArguments)[];

/** Picks Terraform's meta-arguments out of props; absent ones are left out. */
export function pickMetaArguments(props: MergeQueueProps): TerraformMetaArguments {
  return Object.fromEntries(
    META_ARGUMENTS.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]])),
  );
}

/**
 * Answers the settings of props by wire name, batching spread out; values as given.
 * Settings that are left out are absent.
 */
export function collectSettings(props: MergeQueueSettings): Map<SettingName, unknown> {
  const settings = new Map<SettingName, unknown>();
  const given = props as unknown as Readonly<Record<SettingName, unknown>>;
  const batching = collectBatching(props.batching);
  for (const name of SETTING_NAMES) {
    const value = isBatchingSetting(name) ? batching.get(name) : given[name];
    if (value !== undefined) settings.set(name, value);
  }
  return settings;
}

/**
 * Answers the attributes of `mergequeue_queue` for props, by their Terraform names, in the order of the schema.
 * Absent attributes are left out.
 */
export function toQueueAttributes(props: MergeQueueProps): Record<string, unknown> {
  const attributes: Record<string, unknown> = {
    repo: tryToRepository(props.repo),
    target_branch: toAttributeValue(props.targetBranch),
  };
  for (const [name, value] of collectSettings(props)) {
    attributes[toAttributeName(name)] = toAttributeValue(value);
  }
  const { deletionPolicy, onExisting, additionalSettings, timeouts } = props;
  if (deletionPolicy !== undefined) attributes["deletion_policy"] = toAttributeValue(deletionPolicy);
  if (onExisting !== undefined) attributes["on_existing"] = toAttributeValue(onExisting);
  if (additionalSettings !== undefined) {
    attributes["additional_settings"] = toAdditionalValue(additionalSettings);
  }
  if (isObject(timeouts)) {
    attributes["timeouts"] = Object.fromEntries(
      TIMED_OPERATIONS.flatMap((operation) => {
        const value = timeouts[operation];
        return value === undefined ? [] : [[operation, toAttributeValue(value)]];
      }),
    );
  }
  return attributes;
}

function collectBatching(batching: MergeQueueProps["batching"]): Map<string, unknown> {
  if (batching === false) return new Map([["batch", false]]);
  if (!isObject(batching)) return new Map();
  return new Map<string, unknown>([
    ["batch", batching.enabled ?? true],
    ["batchingMinSize", batching.minSize],
    ["batchingMaxWaitTimeMinutes", batching.maxWaitMinutes],
  ]);
}

/** Callers in JavaScript can pass anything; validation reports it. */
function isObject<T>(value: T): value is T & object {
  return typeof value === "object" && value !== null;
}
