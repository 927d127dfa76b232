import type { Recommendation } from "../foresight/recommend";
import type { Plan } from "../plan/plan";
import type { RecommendationSearch } from "./forecast/describe-recommendation";
import { printJson } from "./print-json";
import type { Forecasts } from "./queue-forecast";

/** Writes the forecasts of a plan as JSON. */
export function printForecastsJson({ warnings }: Plan, forecasts: Forecasts): string {
  const queues = [...forecasts].map(([{ id }, forecast]) => ({
    queue: id,
    forecast: forecast.kind === "none" ? null : forecast.forecast,
    problem: forecast.kind === "none" ? forecast.reason : null,
  }));
  return printJson({ format: "mergequeue-forecasts", version: 1, warnings, queues }).document;
}

/** Writes a recommendation and its forecast as JSON. */
export function printRecommendationJson(
  { met, insteadOf, forecast }: Recommendation,
  { goals, minimize, tried }: RecommendationSearch,
): string {
  const search = { goals: goals.map(({ text }) => text), minimize, tried };
  const head = { format: "mergequeue-recommendation", version: 1 };
  return printJson({ ...head, met, ...search, insteadOf: insteadOf ?? null, forecast }).document;
}
