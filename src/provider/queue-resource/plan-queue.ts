import { type AttributePath, attributePath } from "../../plugin/diagnostic";
import { valuesEqual } from "../../plugin/fingerprint-value";
import { getAttribute, getNestedAttribute } from "../../plugin/get-attribute";
import { type ObjectValue, UNKNOWN, type Value } from "../../plugin/value";
import { GAINED_SETTINGS, isSameJson } from "../../queue/additional-settings";
import { toAttributeName } from "../../queue/attribute-name";
import { isSameSetting } from "../../queue/find-setting-changes";
import { formatQueueId, REPOSITORY_PARTS } from "../../queue/queue-identity";
import { findSetting, type SettingName } from "../../queue/settings";
import { SETTINGS_THAT_FOLLOW } from "../../queue/settings-that-follow";
import { tryGetIdentity } from "../argument-values";
import { ADDITIONAL_SETTINGS, getAdditionalEntries, toJsonValue } from "./values/additional-values";
import type { QueuePrivate } from "./values/queue-private";
import { collectSettings, getSetting, isSameValue, mapSettings } from "./values/setting-values";

/** The planned result of an apply. It depends only on configuration, prior state and private state. */
export interface QueuePlan {
  readonly planned: ObjectValue;
  /** The changed parts of the identity. If any part has changed, the queue is replaced. */
  readonly requiresReplace: readonly AttributePath[];
  /** Whether the apply deletes the queue's list, because required statuses are no longer managed. */
  readonly releasesRequiredStatuses: boolean;
  /** Whether the apply keeps the list because others may have set it, although it is no longer managed. */
  readonly keepsRequiredStatuses: boolean;
}

/** Plans a create. The service chooses each value that the configuration does not set. */
export function planCreate(config: ObjectValue): QueuePlan {
  const planned = mapSettings(config, (_setting, value) => value ?? UNKNOWN);
  const identity = tryGetIdentity(config);
  planned.set("id", identity === undefined ? UNKNOWN : formatQueueId(identity)).set("queue_id", UNKNOWN);
  return { planned, requiresReplace: [], releasesRequiredStatuses: false, keepsRequiredStatuses: false };
}

/** Plans an update. If a value does not change, its planned value is exactly the prior value. */
export function planUpdate(
  config: ObjectValue,
  prior: ObjectValue,
  remembered: Pick<QueuePrivate, "managesRequiredStatuses" | "ownStatuses">,
): QueuePlan {
  const changed = new Set<SettingName>();
  const planned = mapSettings(config, (setting, wanted) => {
    const present = getSetting(prior, setting.name);
    if (wanted === null || isSameValue(setting, wanted, present)) return present;
    changed.add(setting.name);
    return wanted;
  });
  const requiresReplace = planIdentity(config, prior, planned);
  for (const [trigger, followers] of SETTINGS_THAT_FOLLOW) {
    if (!changed.has(trigger)) continue;
    for (const name of followers) {
      if (getSetting(config, name) === null) planned.set(findSetting(name).attribute, UNKNOWN);
    }
  }

  // A setting among the additional settings that also has an attribute changes both.
  const before = getAdditionalEntries(prior);
  for (const [name, value] of getAdditionalEntries(config)) {
    if (!GAINED_SETTINGS.has(name) || isSameJson(toJsonValue(value), toJsonValue(before.get(name) ?? null)))
      continue;
    planned.set(toAttributeName(name), UNKNOWN);
  }

  const { managesRequiredStatuses, ownStatuses } = remembered;
  const present = collectSettings(prior).requiredStatuses;
  const isLeft =
    managesRequiredStatuses && getSetting(config, "requiredStatuses") === null && present !== undefined;
  const releasesRequiredStatuses =
    isLeft && ownStatuses !== undefined && isSameSetting("requiredStatuses", present, ownStatuses);
  const keepsRequiredStatuses = isLeft && !releasesRequiredStatuses && present.length > 0;
  if (releasesRequiredStatuses) planned.set("required_statuses", UNKNOWN);

  // A read leaves a null alone.
  const [now, then] = [prior, planned].map((object) => getAttribute(object, ADDITIONAL_SETTINGS));
  const isSame = valuesEqual(now ?? null, then ?? null, "dynamic");
  const isSent = changed.size > 0 || releasesRequiredStatuses || !isSame;
  if (isSent && getSetting(planned, "state") === null) planned.set("state", UNKNOWN);

  if (requiresReplace.length > 0) planned.set("id", UNKNOWN).set("queue_id", UNKNOWN);
  return { planned, requiresReplace, releasesRequiredStatuses, keepsRequiredStatuses };
}

function planIdentity(config: ObjectValue, prior: ObjectValue, planned: Map<string, Value>): AttributePath[] {
  const changedPaths: AttributePath[] = [];
  const repo = new Map<string, Value>();
  for (const part of REPOSITORY_PARTS) {
    const wanted = getNestedAttribute(config, "repo", part);
    const present = getNestedAttribute(prior, "repo", part);
    const isKept =
      typeof wanted === "string" &&
      typeof present === "string" &&
      wanted.toLowerCase() === present.toLowerCase();
    repo.set(part, isKept ? present : wanted);
    if (!isKept) changedPaths.push(attributePath("repo", part));
  }
  // An unknown object must stay unknown as a whole.
  planned.set("repo", getAttribute(config, "repo") === UNKNOWN ? UNKNOWN : repo);
  for (const name of ["id", "queue_id"]) planned.set(name, getAttribute(prior, name));
  if (getAttribute(config, "target_branch") !== getAttribute(prior, "target_branch"))
    changedPaths.push(attributePath("target_branch"));
  return changedPaths;
}
