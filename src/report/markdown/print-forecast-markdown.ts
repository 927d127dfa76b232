import type { Forecast } from "../../foresight/forecast";
import {
  describeBasis,
  describeChanges,
  describeVerdict,
  listForecastRows,
} from "../forecast/describe-forecast";
import { toMarkdownCode, toMarkdownProse } from "./escape-markdown";

const MAX_LENGTH = 2_000;

/** Writes a forecast as Markdown: the verdict, a table of at most eight lines, and what the numbers are based on. */
export function printForecastMarkdown(forecast: Forecast): string {
  const rows = listForecastRows(forecast).map(
    ({ name, now, then, change }) => `| ${name} | ${now} | ${then} | ${change} |`,
  );
  const table = ["| | now | then | change (95 %) |", "| --- | ---: | ---: | --- |", ...rows];
  const verdict = describeVerdict(forecast);
  const head = verdict === undefined ? "" : `**${toMarkdownProse(verdict, MAX_LENGTH)}**\n\n`;
  const basis = describeBasis(forecast).map((line) => `\n${toMarkdownProse(line, MAX_LENGTH)}\n`);
  return `${head}${table.join("\n")}\n${basis.join("")}`;
}

/** Writes a forecast as {@link printForecastMarkdown} does, below the queue and what changes. */
export function printNamedForecastMarkdown(forecast: Forecast): string {
  const queue = forecast.queue === null ? "A queue" : toMarkdownCode(forecast.queue, MAX_LENGTH);
  return `${queue}: ${toMarkdownProse(describeChanges(forecast), MAX_LENGTH)}\n\n${printForecastMarkdown(forecast)}`;
}
