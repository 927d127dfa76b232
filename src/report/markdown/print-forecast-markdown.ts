import type { Forecast } from "../../foresight/forecast";
import type { Recommendation } from "../../foresight/recommend";
import type { Plan } from "../../plan/plan";
import {
  describeBasis,
  describeChanges,
  describeVerdict,
  listForecastRows,
} from "../forecast/describe-forecast";
import { describeRecommendation, type RecommendationSearch } from "../forecast/describe-recommendation";
import { type Forecasts, NO_FORECASTS, type QueueForecast } from "../queue-forecast";
import { toMarkdownCode, toMarkdownProse } from "./escape-markdown";

const MAX_LENGTH = 2_000;

/** Writes a forecast as Markdown: the verdict, a table of at most 8 lines, and the basis of the numbers. */
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

export function printNamedForecastMarkdown(forecast: Forecast): string {
  const queue = forecast.queue === null ? "A queue" : toMarkdownCode(forecast.queue, MAX_LENGTH);
  return `${queue}: ${toMarkdownProse(describeChanges(forecast), MAX_LENGTH)}\n\n${printForecastMarkdown(forecast)}`;
}

export function printForecastsMarkdown(_plan: Plan, forecasts: Forecasts): string {
  if (forecasts.size === 0) return `${NO_FORECASTS}\n`;
  const parts = [...forecasts].map(
    ([{ id }, forecast]) => `### ${toMarkdownCode(id, MAX_LENGTH)}\n\n${printPart(forecast)}`,
  );
  return parts.join("\n");
}

function printPart(queue: QueueForecast): string {
  if (queue.kind === "none") return `${toMarkdownProse(`No forecast: ${queue.reason}`, MAX_LENGTH)}\n`;
  const changes = toMarkdownCode(describeChanges(queue.forecast), MAX_LENGTH);
  return `${changes}\n\n${printForecastMarkdown(queue.forecast)}`;
}

export function printRecommendationMarkdown(found: Recommendation, search: RecommendationSearch): string {
  const lines = describeRecommendation(found, search).map(
    (line) => `${toMarkdownProse(line, MAX_LENGTH)}\n\n`,
  );
  return `${lines.join("")}${printNamedForecastMarkdown(found.forecast)}`;
}
