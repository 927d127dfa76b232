import type { Forecast } from "../../foresight/forecast";
import { printTable } from "../print/print-table";
import { toCell } from "../print/to-cell";
import type { View } from "../print/view";
import { wrapText } from "../print/wrap-text";
import { describeBasis, describeChanges, hasChanges, listForecastRows } from "./describe-forecast";

/** Writes a forecast for a terminal: what changes, a table, and what the numbers are based on. */
export function printForecast(forecast: Forecast, view: View): string {
  const queue = forecast.queue === null ? "A queue" : toCell(forecast.queue);
  const title = wrapText(`${queue}: ${describeChanges(forecast)}`, "", view.columns);
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
