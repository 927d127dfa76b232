import type { Forecast } from "../../foresight/forecast";
import { toMarkdownCode, toMarkdownProse } from "../report/markdown/escape-markdown";
import { describeBasis, describeChanges, listForecastRows } from "./describe-forecast";
import { describeSensitivity, listSensitivityTables } from "./describe-sensitivity";
import { describeVerdict } from "./describe-verdict";

const MAX_LENGTH = 2_000;

/**
 * Writes a forecast as Markdown: the verdict, a table of at most eight lines, how it depends on the load if that was asked for,
 * and what the numbers are based on.
 */
export function printForecastMarkdown(forecast: Forecast): string {
  const rows = listForecastRows(forecast).map(
    ({ name, now, then, change }) => `| ${name} | ${now} | ${then} | ${change} |`,
  );
  const table = ["| | now | then | change (95 %) |", "| --- | ---: | ---: | --- |", ...rows];
  const verdict = describeVerdict(forecast);
  const head = verdict === undefined ? "" : `**${toMarkdownProse(verdict, MAX_LENGTH)}**\n\n`;
  const basis = describeBasis(forecast).map((line) => `\n${toMarkdownProse(line, MAX_LENGTH)}\n`);
  return `${head}${table.join("\n")}\n${printSensitivity(forecast)}${basis.join("")}`;
}

/** Writes a forecast as {@link printForecastMarkdown} does, below the queue and what changes. */
export function printNamedForecastMarkdown(forecast: Forecast): string {
  const queue = forecast.queue === null ? "A queue" : toMarkdownCode(forecast.queue, MAX_LENGTH);
  return `${queue}: ${toMarkdownProse(describeChanges(forecast), MAX_LENGTH)}\n\n${printForecastMarkdown(forecast)}`;
}

/** Writes a table for each measure, with a line for each parameter of the load; nothing if it was not asked for. */
function printSensitivity(forecast: Forecast): string {
  const tables = listSensitivityTables(forecast).map(({ title, lines }) => {
    const rows = lines.map(({ name, low, high }) => `| ${name} | ${low} | ${high} |`);
    return `\n${[`| ${title} | low end | high end |`, "| --- | --- | --- |", ...rows].join("\n")}\n`;
  });
  const sentences = describeSensitivity(forecast).map((line) => `\n${toMarkdownProse(line, MAX_LENGTH)}\n`);
  return [...tables, ...sentences].join("");
}
