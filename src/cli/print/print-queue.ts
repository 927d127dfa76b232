import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTINGS, type SettingValue } from "../../queue/settings";
import type { LiveQueue } from "../../reconcile/read-queue";
import { type Field, printFields } from "../../report/terminal/print-table";
import type { View } from "../../report/terminal/view";
import { toCell, toValueCell } from "../../text/to-cell";
import { paintState } from "./paint-state";
import { printPullRequests } from "./print-pull-request";

/**
 * Writes a queue: its state, the pull requests in it, its settings by wire name, then fields that the interface does not
 * name.
 */
export function printQueue(
  id: string,
  { settings, additionalFields, pullRequests }: LiveQueue,
  view: View,
): string {
  const state = paintState(settings.state, view);
  const fields = SETTINGS.filter(({ name }) => name !== "state").map((setting): Field => {
    const value = settings[setting.name];
    return [setting.name, value === undefined ? "-" : describeValue(setting, value)];
  });
  const unknown = Object.entries(additionalFields).map(([name, value]): Field => [name, toValueCell(value)]);
  const parts = [
    `Queue ${toCell(id)}\n\n${printFields([["state", state]], view)}`,
    `${describeCount(pullRequests)}\n`,
    ...(pullRequests === undefined || pullRequests.length === 0
      ? []
      : [printPullRequests(pullRequests, view)]),
    `Settings\n\n${printFields(fields, view)}`,
    ...(unknown.length === 0
      ? []
      : [`Fields that this version does not know\n\n${printFields(unknown, view)}`]),
  ];
  return parts.join("\n");
}

function describeCount(pullRequests: LiveQueue["pullRequests"]): string {
  if (pullRequests === undefined) return "The service does not show the pull requests in it.";
  return pullRequests.length === 0
    ? "No pull requests are in it."
    : `Pull requests in it: ${pullRequests.length}`;
}

function describeValue(setting: SettingDefinition, value: SettingValue): string {
  switch (setting.kind) {
    case "integer":
      return setting.unit === "minutes" ? `${String(value)} min` : String(value);
    case "stringSet":
      return describeList(value as readonly string[]);
    case "boolean":
    case "enum":
    case "string":
      return value === "" ? "none" : toCell(String(value));
  }
}

function describeList(values: readonly string[]): string {
  return values.length === 0 ? "none" : values.map((value) => toCell(value)).join(", ");
}
