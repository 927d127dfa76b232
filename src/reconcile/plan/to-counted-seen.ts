import { pickManaged } from "../../queue/additional-settings";
import { SETTING_NAMES } from "../../queue/settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import type { ShownQueue } from "../find-differences";
import { isSwitchingModes } from "../queue-state";

/**
 * Returns the settings of a queue that a plan depends on: the managed ones. The transient state `switching_modes` counts
 * as the wanted one (promise F-25).
 * @param shown - undefined if the queue does not exist
 */
export function toCountedSeen(wanted: WantedQueue, shown: ShownQueue | undefined): ShownQueue | undefined {
  if (shown === undefined) return undefined;
  const { settings, additionalFields } = shown;
  const names = SETTING_NAMES.filter((name) => wanted.settings[name] !== undefined);
  const counted = names.map((name) => {
    const isTransient = name === "state" && isSwitchingModes(settings);
    return [name, isTransient ? wanted.settings[name] : settings[name]] as const;
  });
  return {
    settings: Object.fromEntries(counted),
    additionalFields: pickManagedFields(wanted, additionalFields),
  };
}

/** Returns the managed additional fields that the service shows. */
export function pickManagedFields(
  { additionalSettings }: WantedQueue,
  additionalFields: ShownQueue["additionalFields"],
): ShownQueue["additionalFields"] {
  const names = [...pickManaged(additionalSettings).keys()];
  const shown = names.filter((name) => Object.hasOwn(additionalFields, name));
  return Object.fromEntries(shown.map((name) => [name, additionalFields[name]]));
}
