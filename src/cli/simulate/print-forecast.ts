import { SIMULATED_SETTING_NAMES } from "../../foresight/drive/simulated-settings";
import type { Forecast } from "../../foresight/forecast";
import { printTable } from "../print/print-table";
import { toCell } from "../print/to-cell";
import type { View } from "../print/view";
import { wrapText } from "../print/wrap-text";
import { describeBasis, listForecastRows } from "./describe-forecast";

/** Writes a forecast for a terminal: what changes, a table, and what the numbers are based on. */
export function printForecast(forecast: Forecast, view: View): string {
  const title = wrapText(describeChanges(forecast), "", view.columns);
  const basis = describeBasis(forecast).map((line) => wrapText(line, "", view.columns));
  return [title, printRows(forecast, view), ...basis].join("");
}

function printRows(forecast: Forecast, view: View): string {
  const rows = listForecastRows(forecast);
  if (!hasChanges(forecast)) {
    return printTable(
      [{ head: "" }, { head: "now (95 %)" }],
      rows.map(({ name, now, range }) => [name, `${now}${range}`]),
      view,
    );
  }
  return printTable(
    [{ head: "" }, { head: "now" }, { head: "then" }, { head: "change (95 %)" }],
    rows.map(({ name, now, then, change }) => [name, now, then, change]),
    view,
  );
}

/** Tells whether the settings of then differ from those of now. */
function hasChanges(forecast: Forecast): boolean {
  return listChanges(forecast).length > 0;
}

/** Returns the queue and the settings that change, in one line: `github.com/acme/web/main: concurrency 2 → 4`. */
function describeChanges(forecast: Forecast): string {
  const changes = listChanges(forecast);
  const queue = forecast.queue === null ? "A queue" : toCell(forecast.queue);
  return `${queue}: ${changes.length === 0 ? "nothing changes" : changes.join(", ")}`;
}

function listChanges({ now, then }: Forecast): string[] {
  return SIMULATED_SETTING_NAMES.filter((name) => now.settings[name] !== then.settings[name]).map(
    (name) => `${name} ${now.settings[name]} → ${then.settings[name]}`,
  );
}
