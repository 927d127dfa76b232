import type { Forecast } from "../../foresight/forecast";
import { toMarkdownProse } from "../report/markdown/escape-markdown";
import { describeBasis, listForecastRows } from "./describe-forecast";

const MAX_LENGTH = 2_000;

/**
 * Writes a forecast as a table of Markdown, of at most eight lines, and below it what the numbers are based on.
 */
export function printForecastMarkdown(forecast: Forecast): string {
  const rows = listForecastRows(forecast).map(
    ({ name, now, then, change }) => `| ${name} | ${now} | ${then} | ${change} |`,
  );
  const table = ["| | now | then | change (95 %) |", "| --- | --- | --- | --- |", ...rows];
  const basis = describeBasis(forecast).map((line) => `\n${toMarkdownProse(line, MAX_LENGTH)}\n`);
  return `${table.join("\n")}\n${basis.join("")}`;
}
