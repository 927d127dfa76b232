import { type AdditionalSettings, pickManaged } from "./additional-settings";
import type { QueueSettings } from "./settings";

/** The wanted settings of a queue. Absent ones are not managed. */
export interface WantedQueue {
  /** Settings of the table, by wire name. */
  readonly settings: QueueSettings;
  /** Settings outside the table; null values are not managed. */
  readonly additionalSettings?: AdditionalSettings;
}

/** Tells whether any setting is wanted. */
export function isAnythingWanted({ settings, additionalSettings }: WantedQueue): boolean {
  return Object.keys(settings).length > 0 || pickManaged(additionalSettings).size > 0;
}
