import { toAttributeName } from "../../queue/attribute-name";
import { toRuleAttributes } from "../../queue/batching-rule";
import { isBatchingSetting } from "../../queue/batching-settings";
import { SETTING_NAMES, type SettingName } from "../../queue/settings";
import type { TerraformMetaArguments } from "../cdk";
import { tryToRepository } from "../values/repository-attribute";
import { fromDefined, toAttributeValue } from "../values/terraform-value";
import type { MergeQueueMetaArguments, MergeQueueProps } from "./merge-queue-props";
import type { MergeQueueBatching, MergeQueueSettings } from "./merge-queue-settings.generated";

/** Names of the props that are Terraform's meta-arguments. */
export const META_ARGUMENTS = [
  "dependsOn",
  "count",
  "provider",
  "lifecycle",
  "forEach",
  "provisioners",
  "connection",
] as const satisfies readonly (keyof TerraformMetaArguments)[];

/** Picks Terraform's meta-arguments out of props. Leaves out absent props. */
export function pickMetaArguments(
  props: MergeQueueMetaArguments,
  names: readonly (keyof TerraformMetaArguments)[] = META_ARGUMENTS,
): TerraformMetaArguments {
  return fromDefined(names.map((name) => [name, props[name]]));
}

/** Returns the declared settings by wire name, including the fields of `batching`. Does not change values. */
export function collectDeclaredSettings(props: MergeQueueSettings): Map<SettingName, unknown> {
  const settings = new Map<SettingName, unknown>();
  const given = props as unknown as Readonly<Record<SettingName, unknown>>;
  const batching = collectBatching(props.batching);
  for (const name of SETTING_NAMES) {
    const value = isBatchingSetting(name) ? batching.get(name) : given[name];
    if (value !== undefined) settings.set(name, value);
  }
  return settings;
}

/** Returns the declared attributes of `mergequeue_queue` by Terraform name, in the order of the schema. */
export function toQueueAttributes(props: MergeQueueProps): Record<string, unknown> {
  const { targetBranch, deletionPolicy, onExisting, additionalSettings, timeouts } = props;
  const settings = Object.fromEntries(collectDeclaredSettings(props));
  const given = { targetBranch, ...settings, deletionPolicy, onExisting, additionalSettings, timeouts };
  const attributes = Object.entries(given).map(
    ([name, value]) => [toAttributeName(name), toAttributeValue(toRuleAttributes(value))] as const,
  );
  return { repo: tryToRepository(props.repo), ...fromDefined(attributes) };
}

function collectBatching(batching: unknown): Map<string, unknown> {
  if (batching === false) return new Map([["batch", false]]);
  // JavaScript callers can pass anything; validation reports it.
  if (typeof batching !== "object" || batching === null) return new Map();
  const { enabled, minSize, maxWaitMinutes } = batching as MergeQueueBatching;
  return new Map<string, unknown>([
    ["batch", enabled ?? true],
    ["batchingMinSize", minSize],
    ["batchingMaxWaitTimeMinutes", maxWaitMinutes],
  ]);
}
