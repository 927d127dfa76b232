import { SETTINGS, type SettingName } from "../../queue/settings";
import type { EngineOptions } from "../engine/engine-options";
import type { Queue } from "../engine/engine-state";
import type { PageSetting } from "./page-model";
import { shortenText } from "./pull-request-text";

const STATUSES_SHOWN = 50;

/** Formats the settings of a queue, without `state`, in the order of the settings table. */
export function readSettings(
  queue: Queue,
  options: Pick<EngineOptions, "inheritedStatuses">,
): readonly PageSetting[] {
  return SETTINGS.filter(({ name }) => name !== "state").map((setting) => ({
    name: setting.name,
    value:
      setting.name === "requiredStatuses"
        ? formatStatuses(queue.requiredStatuses, options.inheritedStatuses)
        : formatValue(queue.settings[setting.name], setting.kind === "integer" ? setting.unit : ""),
  }));
}

function formatValue(
  value: Queue["settings"][Exclude<SettingName, "requiredStatuses">],
  unit: string,
): string {
  if (value === "") return "none";
  // Names of settings include other units.
  if (unit !== "minutes") return String(value);
  return value === 1 ? "1 minute" : `${value} minutes`;
}

function formatStatuses(own: readonly string[] | undefined, inherited: readonly string[]): string {
  const names = own ?? inherited;
  const shown = names.slice(0, STATUSES_SHOWN).map(shortenText).join(", ");
  const more = names.length > STATUSES_SHOWN ? ` and ${names.length - STATUSES_SHOWN} more` : "";
  const listed = names.length === 0 ? "none" : `${shown}${more}`;
  return own === undefined ? `${listed} (inherited)` : listed;
}
