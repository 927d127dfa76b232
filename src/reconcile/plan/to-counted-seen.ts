import { pickManaged } from "../../queue/additional-settings";
import { SETTING_NAMES } from "../../queue/settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import type { ShownQueue } from "../find-differences";
import { isSwitchingModes } from "../queue-state";

/**
 * Answers the part of a queue that a plan depends on: the settings that are managed. The passing state
 * `switching_modes` counts as the one that is wanted (promise F-25).
 * @param shown - undefined: there is no such queue
 */
export function toCountedSeen(wanted: WantedQueue, shown: ShownQueue | undefined): ShownQueue | undefined {
  if (shown === undefined) return undefined;
  const { settings, additionalFields } = shown;
  const names = SETTING_NAMES.filter((name) => wanted.settings[name] !== undefined);
  const counted = names.map((name) => {
    const isPassing = name === "state" && isSwitchingModes(settings);
    return [name, isPassing ? wanted.settings[name] : settings[name]] as const;
  });
  return {
    settings: Object.fromEntries(counted),
    additionalFields: pickManagedFields(wanted, additionalFields),
  };
}

/** Answers the fields that the table does not know and that are managed, as far as the service shows them. */
export function pickManagedFields(
  { additionalSettings }: WantedQueue,
  additionalFields: ShownQueue["additionalFields"],
): ShownQueue["additionalFields"] {
  const names = [...pickManaged(additionalSettings).keys()];
  const shown = names.filter((name) => Object.hasOwn(additionalFields, name));
  return Object.fromEntries(shown.map((name) => [name, additionalFields[name]]));
}
