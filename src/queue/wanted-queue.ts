import type { AdditionalSettings } from "./additional-settings";
import { pickManaged } from "./additional-settings";
import type { QueueSettings } from "./settings";

/** What a queue shall be. What is absent is not managed. */
export interface WantedQueue {
  /** Settings of the table, by wire name. */
  readonly settings: QueueSettings;
  /** Settings that the table does not know; null values are not managed either. */
  readonly additionalSettings?: AdditionalSettings;
}

/** Tells whether anything is wanted of a queue but that it is there. */
export function isAnythingWanted({ settings, additionalSettings }: WantedQueue): boolean {
  return Object.keys(settings).length > 0 || pickManaged(additionalSettings).size > 0;
}
