import type { Forecast } from "../../foresight/forecast";
import type { Recommendation } from "../../foresight/recommend";
import type { Plan } from "../../plan/plan";
import { toCell } from "../../text/to-cell";
import {
  changesForecast,
  describeBasis,
  describeChanges,
  describeVerdict,
  listForecastRows,
} from "../forecast/describe-forecast";
import { describeRecommendation, type RecommendationSearch } from "../forecast/describe-recommendation";
import { printTable } from "../print-table";
import { type Forecasts, NO_FORECASTS } from "../queue-forecast";
import type { View } from "../view";
import { wrapText } from "../wrap-text";

/** Writes a forecast for a terminal: what changes, the verdict, a table, and the basis of the numbers. */
export function printForecast(forecast: Forecast, view: View): string {
  const queue = forecast.queue === null ? "A queue" : toCell(forecast.queue);
  const verdict = describeVerdict(forecast);
  const head = [`${queue}: ${describeChanges(forecast)}`, ...(verdict === undefined ? [] : [verdict])];
  const title = head.map((line) => wrapText(line, "", view.columns)).join("");
  const basis = describeBasis(forecast).map((line) => wrapText(line, "", view.columns));
  return [title, printRows(forecast, view), ...basis].join("");
}

function printRows(forecast: Forecast, view: View): string {
  const rows = listForecastRows(forecast);
  const toColumn = (head: string) => ({ head, isNumeric: true }) as const;
  if (!changesForecast(forecast)) {
    const cells = rows.map(({ name, now, range }) => [name, `${now}${range}`]);
    return printTable([{ head: "" }, toColumn("now (95 %)")], cells, view);
  }
  const columns = [{ head: "" }, toColumn("now"), toColumn("then"), { head: "change (95 %)" }];
  const cells = rows.map(({ name, now, then, change }) => [name, now, then, change]);
  return printTable(columns, cells, view);
}

export function printForecasts(_plan: Plan, forecasts: Forecasts, view: View): string {
  if (forecasts.size === 0) return wrapText(NO_FORECASTS, "", view.columns);
  const parts = [...forecasts].map(([{ id }, forecast]) =>
    forecast.kind === "none"
      ? wrapText(`${toCell(id)}: no forecast. ${forecast.reason}`, "", view.columns)
      : printForecast(forecast.forecast, view),
  );
  return parts.join("\n");
}

export function printRecommendation(found: Recommendation, search: RecommendationSearch, view: View): string {
  const lines = describeRecommendation(found, search).map((line) => wrapText(line, "", view.columns));
  return `${lines.join("")}${printForecast(found.forecast, view)}`;
}
