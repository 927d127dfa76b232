import { MINUTE_MS } from "../text/milliseconds";
import { tryParseDurationMs } from "../text/parse-duration";
import type { SettingsForecast } from "./forecast";
import type { MeasureName } from "./measures";

/** An upper limit of a measure, in the measure's unit. */
export interface Goal {
  /** The goal as it was written: `p90<45m`. */
  readonly text: string;
  readonly measure: MeasureName;
  readonly limit: number;
}

/** The measures that a goal can limit, by their names in goals. */
export const GOAL_MEASURES: ReadonlyMap<string, MeasureName> = new Map([
  ["mean", "timeToMergeMeanMinutes"],
  ["p50", "timeToMergeP50Minutes"],
  ["p90", "timeToMergeP90Minutes"],
  ["p95", "timeToMergeP95Minutes"],
  ["ci-minutes", "ciMinutesPerMerge"],
  ["test-runs", "testRunsPerMerge"],
]);

/** The error message for a string that is not a goal. */
export const GOAL_RULE =
  "Give a goal such as p90<45m: a time to merge (mean, p50, p90, p95), <, and a duration. Or give one such as ci-minutes<60: " +
  "a cost per merge (ci-minutes, test-runs), <, and a number above 0.";

/** Parses a goal. @returns undefined if the text breaks {@link GOAL_RULE} */
export function tryParseGoal(text: string): Goal | undefined {
  const [, name = "", bound = ""] = /^\s*([a-z0-9-]+)\s*<\s*(\S+)\s*$/.exec(text) ?? [];
  const measure = GOAL_MEASURES.get(name);
  if (measure === undefined) return undefined;
  const amount = /^\d{1,9}(\.\d{1,9})?$/.test(bound) ? Number(bound) : 0;
  const limit = measure.startsWith("time") ? (tryParseDurationMs(bound) ?? 0) / MINUTE_MS : amount;
  return limit > 0 ? { text, measure, limit } : undefined;
}

/** Tells whether the queue keeps up, is steady, and has its whole 95 % interval below the limit. */
export function isGoalMet(goal: Goal, { keepsUp, steady, measures }: SettingsForecast): boolean {
  const estimate = measures[goal.measure];
  return keepsUp === true && steady && estimate !== undefined && estimate.high < goal.limit;
}
