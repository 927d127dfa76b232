import type { Forecast } from "../../foresight/forecast";
import type { Goal } from "../../foresight/goal";
import type { Recommendation } from "../../foresight/recommend";
import { count } from "../describe-counts";
import { describeReached } from "../queue-forecast";
import { changesForecast, formatSigned, listSettingChanges } from "./describe-forecast";

export interface RecommendationSearch {
  readonly goals: readonly Goal[];
  /** The measure that the search minimizes, by its name in goals. */
  readonly minimize: string;
  readonly tried: number;
}

/** Describes the result of a search in sentences, one for each line. Omits the forecast of the settings. */
export function describeRecommendation(found: Recommendation, search: RecommendationSearch): string[] {
  const { met, forecast, insteadOf } = found;
  const needsTargets = forecast.now.settings.mode === "single" && forecast.then.settings.mode === "parallel";
  return [
    met ? describeFound(forecast, search) : describeMissed(forecast, search),
    ...(insteadOf === undefined ? [] : [describeInsteadOf(forecast, insteadOf, search)]),
    ...(needsTargets
      ? ["Mode parallel needs the impacted targets of every pull request. Without them, add --keep mode."]
      : []),
  ];
}

function describeFound(forecast: Forecast, { goals, minimize, tried }: RecommendationSearch): string {
  const wanted = joinGoals(goals);
  const all = countCombinations(tried);
  return changesForecast(forecast)
    ? `Of ${all}, this one meets ${wanted} with the least ${minimize}:`
    : `The current settings meet ${wanted}. Of ${all}, the simulation shows none that does so with less ${minimize}:`;
}

function describeMissed({ then }: Forecast, { goals, tried }: RecommendationSearch): string {
  const none = `None of ${countCombinations(tried)} meets ${joinGoals(goals)}.`;
  if (then.keepsUp !== true)
    return `${none} It is not certain that any of them keeps up with this load. This one merges the most:`;
  const reached = goals.flatMap(({ measure, text }) => {
    const estimate = then.measures[measure];
    const [name = ""] = text.split("<");
    return estimate === undefined ? [] : [`${name.trim()} ${describeReached(measure, estimate)}`];
  });
  return `${none} The best one reaches ${reached.join(" and ")}:`;
}

function describeInsteadOf(
  { now }: Forecast,
  { settings, difference }: NonNullable<Recommendation["insteadOf"]>,
  { minimize }: RecommendationSearch,
): string {
  const changes = listSettingChanges(now.settings, settings).join(", ");
  return (
    `Another combination looked cheapest (${changes}). But the simulation shows no clear difference in ${minimize} ` +
    `(${formatSigned(difference.low, 2)} … ${formatSigned(difference.high, 2)}), and the combination below is closer to the current settings.`
  );
}

function countCombinations(tried: number): string {
  return `${count(tried, "combination")} of settings`;
}

function joinGoals(goals: readonly Goal[]): string {
  return goals.map(({ text }) => text).join(" and ");
}
