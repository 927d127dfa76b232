import { type AdditionalSettings, pickManaged } from "./additional-settings";
import type { QueueSettings } from "./settings";

/** The wanted settings of a queue. Absent and null settings are not managed. */
export interface WantedQueue {
  readonly settings: QueueSettings;
  readonly additionalSettings?: AdditionalSettings;
}

export function isAnythingWanted({ settings, additionalSettings }: WantedQueue): boolean {
  return Object.keys(settings).length > 0 || pickManaged(additionalSettings).size > 0;
}
