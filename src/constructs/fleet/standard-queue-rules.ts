import type { QueueRule } from "./queue-rule";
import type { QueueView, QueueViewSettings } from "./queue-view";

/** Names of the settings that are numbers. */
export type QueueNumberSetting = {
  [Name in keyof QueueViewSettings]-?: QueueViewSettings[Name] extends number | undefined ? Name : never;
}[keyof QueueViewSettings];

/** Options of `QueueRules.requiredStatuses`. */
export interface RequiredStatusesOptions {
  /**
   * How many different statuses must be declared: a whole number from 1.
   * @default 1
   */
  readonly atLeast?: number | undefined;
  /**
   * Names that must be among them.
   * @default - any
   */
  readonly including?: readonly string[] | undefined;
}

/** Options of `QueueRules.within`: bounds that belong to what they bound; at least one of them. */
export interface QueueBounds {
  /** @default - none */
  readonly min?: number | undefined;
  /** @default - none */
  readonly max?: number | undefined;
}

/** What `QueueRules` holds: one function for each rule. */
export interface StandardQueueRules {
  /**
   * Met by queues that declare required statuses.
   * @throws MergeQueueError `invalid_request` if no list of statuses could ever break it
   */
  requiredStatuses(options?: RequiredStatusesOptions): QueueRule;

  /** Met by queues that let pull requests merge without being tested in the queue, `directMergeMode: "always"`. */
  directMerge(): QueueRule;

  /**
   * Met by queues that declare a number within bounds: `within("concurrency", { max: 8 })`.
   * @throws MergeQueueError `invalid_request` if the setting is no number, or if no number or every number is within
   */
  within(name: QueueNumberSetting, bounds: QueueBounds): QueueRule;

  /**
   * Met by queues that declare all of these settings with these values: `settings({ mergeMethod: "squash" })`. Required
   * statuses are compared as a set.
   * @throws MergeQueueError `invalid_request` if a name is no setting, a value is none of its values, or there are none
   */
  settings(wanted: QueueViewSettings): QueueRule;

  /**
   * Met by queues whose destruction does one of these; one that says nothing refuses.
   * @throws MergeQueueError `invalid_request` if there is none, or no such policy
   */
  deletionPolicy(...policies: readonly QueueView["deletionPolicy"][]): QueueRule;
}
