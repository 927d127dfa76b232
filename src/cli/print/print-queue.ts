import { toRuleText } from "../../queue/batching-rule";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTINGS, type SettingValue } from "../../queue/settings";
import type { LiveQueue } from "../../reconcile/read-queue";
import { type Field, printFields } from "../../report/print-table";
import type { View } from "../../report/view";
import { toCell, toValueCell } from "../../text/to-cell";
import { paintState, toListCell } from "./cells";
import { noteOneAtATime } from "./explain-pull-request";
import { printPullRequests } from "./print-pull-request";

/** Writes a queue's settings (by wire name), unknown fields, state and pull requests, in this order. */
export function printQueue(id: string, live: LiveQueue, view: View): string {
  const { settings, additionalFields, pullRequests } = live;
  const state: Field = ["state", paintState(settings.state, view)];
  const fields = SETTINGS.filter(({ name }) => name !== "state").map((setting): Field => {
    const note = setting.name === "concurrency" ? noteOneAtATime(settings, ": ") : "";
    return [setting.name, `${describeValue(setting, settings[setting.name])}${note}`];
  });
  const unknown = Object.entries(additionalFields).map(([name, value]): Field => [name, toValueCell(value)]);
  return [
    `Queue ${toCell(id)}\n\n${printFields(fields, view)}`,
    ...(unknown.length === 0
      ? []
      : [`Fields that this version does not know\n\n${printFields(unknown, view)}`]),
    printFields([state], view),
    `${describeCount(pullRequests)}\n`,
    ...(pullRequests?.length ? [printPullRequests(pullRequests, view)] : []),
  ].join("\n");
}

function describeCount(pullRequests: LiveQueue["pullRequests"]): string {
  if (pullRequests === undefined) return "The service does not show the pull requests in it.";
  const { length } = pullRequests;
  return length === 0 ? "No pull requests are in it." : `Pull requests in it: ${length}`;
}

function describeValue(setting: SettingDefinition, value: SettingValue | undefined): string {
  if (value === undefined) return "-";
  if (typeof value === "object")
    return toListCell(value.map((each) => (typeof each === "string" ? each : toRuleText(each))));
  if (setting.kind === "integer") return `${value}${setting.unit === "minutes" ? " min" : ""}`;
  return value === "" ? "none" : toCell(String(value));
}
