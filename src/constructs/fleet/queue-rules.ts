import { isSameSetting } from "../../queue/find-setting-changes";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { checkDeletionPolicy } from "../../queue/queue-policies";
import { SETTINGS, type SettingName, type SettingValue, tryFindSetting } from "../../queue/settings";
import { validateSettings } from "../../queue/validate-settings";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import type { QueueViewSettings } from "../queue/merge-queue-props";
import type { MergeQueueSettings } from "../queue/merge-queue-settings.generated";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { checkBatching } from "../queue/validate-queue-props";
import type { QueueRule, QueueView } from "./queue-policy";

const NUMBERS = SETTINGS.filter(({ kind }) => kind === "integer").map(({ name }) => name);

/** Name of a numeric setting. */
export type QueueNumberSetting = {
  [Name in keyof QueueViewSettings]-?: QueueViewSettings[Name] extends number | undefined ? Name : never;
}[keyof QueueViewSettings];

/** Options of `QueueRules.requiredStatuses`. */
export interface RequiredStatusesOptions {
  /** Minimum number of different required statuses: a whole number from 1. @default 1 */
  readonly atLeast?: number | undefined;
  /** Names of required statuses that the queue must declare. @default - none */
  readonly including?: readonly string[] | undefined;
}

/** Options of `QueueRules.within`: inclusive bounds. Give `min`, `max` or both. */
export interface QueueBounds {
  /** @default - none */
  readonly min?: number | undefined;
  /** @default - none */
  readonly max?: number | undefined;
}

/** The functions of `QueueRules`, each of which makes a rule. */
export interface StandardQueueRules {
  /** A queue meets the rule if it declares required statuses. @throws MergeQueueError if options are wrong */
  requiredStatuses(options?: RequiredStatusesOptions): QueueRule;

  /** A queue meets the rule if `directMergeMode` is `"always"`, so that pull requests can skip its tests. */
  directMerge(): QueueRule;

  /**
   * A queue meets the rule if it declares a number within the bounds: `within("concurrency", { max: 8 })`.
   * @throws MergeQueueError `invalid_request` if the setting is not numeric, or if the bounds allow no number
   * or every number
   */
  within(name: QueueNumberSetting, bounds: QueueBounds): QueueRule;

  /**
   * A queue meets the rule if it declares all given settings with the given values, for example
   * `settings({ mergeMethod: "squash", batching: false })`. Compares required statuses as a set.
   * @throws MergeQueueError `invalid_request` if no setting, an unknown setting or an invalid value is given
   */
  settings(wanted: QueueViewSettings & Pick<MergeQueueSettings, "batching">): QueueRule;

  /**
   * A queue meets the rule if it has one of the given policies. An undeclared policy counts as `refuse`.
   * @throws MergeQueueError `invalid_request` if no policy is given, or a policy is unknown
   */
  deletionPolicy(...policies: readonly QueueView["deletionPolicy"][]): QueueRule;
}

/**
 * Rules for `QueuePolicy`. The rules check the settings that a queue or its defaults declare. An absent
 * setting does not meet any rule, because its value is not known at synth. So `require` also requires the
 * setting to be declared, and `forbid` allows queues that do not declare the setting.
 */
export const QueueRules: StandardQueueRules = {
  requiredStatuses({ atLeast = 1, including = [] } = {}) {
    if (!Number.isInteger(atLeast) || atLeast < 1)
      throw refuse("requiredStatuses", `atLeast must be a whole number from 1, got ${quote(atLeast)}.`);
    const names = including.map((name) => JSON.stringify(name));
    return {
      message:
        `at least ${atLeast} required ${atLeast === 1 ? "status" : "statuses"}` +
        (names.length === 0 ? "" : `, ${names.join(" and ")} among them`),
      test: (queue) => {
        const isEnough = (statuses: readonly string[]): boolean =>
          new Set(statuses).size >= atLeast && including.every((name) => statuses.includes(name));
        // If the known statuses are enough, unknown ones do not matter.
        return isEnough(queue.knownStatuses) || isEnough(queue.settings.requiredStatuses ?? []);
      },
    };
  },

  directMerge() {
    return { message: "direct merges", test: ({ settings }) => settings.directMergeMode === "always" };
  },

  within(name, bounds) {
    if (tryFindSetting(name)?.kind !== "integer")
      throw refuse("within", `${quote(name)} is not a numeric setting.${suggestName(name, NUMBERS)}`);
    const { min = -Infinity, max = Infinity } = bounds;
    if (!(min <= max) || (min === -Infinity && max === Infinity))
      throw refuse("within", `Bounds must be { min }, { max } or { min, max }, got ${quote(bounds)}.`);
    return {
      message: `${name} ${describeBounds(min, max)}`,
      test: ({ settings }) => {
        const value = settings[name];
        return value !== undefined && value >= min && value <= max;
      },
    };
  },

  settings({ batching, ...others }) {
    const wanted = { ...others, ...Object.fromEntries(collectDeclaredSettings({ batching })) };
    const inBatching = checkBatching(batching).map((it) => ({ ...it, path: ["batching", ...it.path] }));
    const [finding] = [...inBatching, ...validateSettings(wanted)];
    if (finding !== undefined) throw refuse("settings", `${finding.path.join(".")}: ${finding.message}`);
    const given = Object.entries(wanted) as [SettingName, SettingValue | undefined][];
    const entries = given.filter((entry): entry is [SettingName, SettingValue] => entry[1] !== undefined);
    if (entries.length === 0) throw refuse("settings", "Name at least one setting.");
    return {
      message: entries.map(([name, value]) => `${name} ${quote(value)}`).join(" and "),
      test: ({ settings }) =>
        entries.every(([name, value]) => {
          const declared = settings[name];
          return declared !== undefined && isSameSetting(name, declared, value);
        }),
    };
  },

  deletionPolicy(...policies) {
    if (policies.length === 0) throw refuse("deletionPolicy", "Name at least one policy.");
    const fault = policies.map(checkDeletionPolicy).find((message) => message !== undefined);
    if (fault !== undefined) throw refuse("deletionPolicy", fault);
    return {
      message: `deletionPolicy ${policies.map((policy) => quote(policy)).join(" or ")}`,
      test: ({ deletionPolicy }) => policies.includes(deletionPolicy),
    };
  },
};

function refuse(rule: string, reason: string): MergeQueueError {
  return new MergeQueueError("invalid_request", `QueueRules.${rule}: ${reason}`);
}

function describeBounds(min: number, max: number): string {
  if (min === -Infinity) return `of at most ${max}`;
  return max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
}
