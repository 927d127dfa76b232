import type { QueueRule, QueueView, QueueViewSettings } from "./queue-view";

/** Name of a numeric setting. */
export type QueueNumberSetting = {
  [Name in keyof QueueViewSettings]-?: QueueViewSettings[Name] extends number | undefined ? Name : never;
}[keyof QueueViewSettings];

/** Options of `QueueRules.requiredStatuses`. */
export interface RequiredStatusesOptions {
  /**
   * Minimum number of different statuses: a whole number from 1.
   * @default 1
   */
  readonly atLeast?: number | undefined;
  /**
   * Names of statuses that must be declared.
   * @default - none
   */
  readonly including?: readonly string[] | undefined;
}

/** Options of `QueueRules.within`: inclusive bounds, at least one of them. */
export interface QueueBounds {
  /** @default - none */
  readonly min?: number | undefined;
  /** @default - none */
  readonly max?: number | undefined;
}

/** The functions of `QueueRules`, each of which makes a rule. */
export interface StandardQueueRules {
  /**
   * Met by queues that declare required statuses.
   * @throws MergeQueueError `invalid_request` if `atLeast` is not a whole number from 1
   */
  requiredStatuses(options?: RequiredStatusesOptions): QueueRule;

  /** Met by queues that let pull requests merge without being tested in the queue, `directMergeMode: "always"`. */
  directMerge(): QueueRule;

  /**
   * Met by queues that declare a number within bounds: `within("concurrency", { max: 8 })`.
   * @throws MergeQueueError `invalid_request` if the setting is not a number, or if no number or every number is within
   * the bounds
   */
  within(name: QueueNumberSetting, bounds: QueueBounds): QueueRule;

  /**
   * Met by queues that declare all of these settings with these values: `settings({ mergeMethod: "squash" })`. Compares
   * required statuses as a set.
   * @throws MergeQueueError `invalid_request` if there is no setting, an unknown one, or an invalid value
   */
  settings(wanted: QueueViewSettings): QueueRule;

  /**
   * Met by queues with one of these deletion policies. A queue that does not declare one has `refuse`.
   * @throws MergeQueueError `invalid_request` if there is no policy, or an unknown one
   */
  deletionPolicy(...policies: readonly QueueView["deletionPolicy"][]): QueueRule;
}
