import type { EngineOptions } from "../../engine/engine-options";
import type { Queue } from "../../engine/engine-state";
import { SETTINGS } from "../../queue/settings";
import { type Html, html } from "../../text/html";
import { drawText, shortenText } from "./shown-text";

const STATUSES_SHOWN = 50;

/** Draws the settings of a queue, without `state`, in the order of the settings table. */
export function drawSettings(queue: Queue, { inheritedStatuses }: EngineOptions): Html {
  const items = SETTINGS.filter(({ name }) => name !== "state").map((setting) => {
    const value =
      setting.name === "requiredStatuses"
        ? formatStatuses(queue.requiredStatuses, inheritedStatuses)
        : formatValue(queue.settings[setting.name], setting.kind === "integer" ? setting.unit : "");
    return html`<div><dt><code>${setting.name}</code></dt><dd>${drawText(value)}</dd></div>\n`;
  });
  return html`<details class="settings" data-key="settings"><summary><h3>Settings</h3></summary><dl>${items}</dl></details>`;
}

function formatValue(value: string | number | boolean, unit: string): string {
  if (value === "") return "none";
  // Names of settings include other units.
  if (unit !== "minutes") return String(value);
  return value === 1 ? "1 minute" : `${value} minutes`;
}

function formatStatuses(own: readonly string[] | undefined, inherited: readonly string[]): string {
  const names = own ?? inherited;
  const more = names.length > STATUSES_SHOWN ? ` and ${names.length - STATUSES_SHOWN} more` : "";
  const shown = names.slice(0, STATUSES_SHOWN).map(shortenText).join(", ");
  return (names.length === 0 ? "none" : `${shown}${more}`) + (own === undefined ? " (inherited)" : "");
}
