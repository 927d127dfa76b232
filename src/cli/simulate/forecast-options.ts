import { type Command, InvalidArgumentError } from "commander";
import { GOAL_RULE, type Goal, tryParseGoal } from "../../foresight/goal";
import { parseNonEmpty } from "../parse-arguments";

/** The options of `plan` and `review` that add forecasts. */
export interface ForecastOptions {
  /** Path of a workload file. */
  readonly foresight?: string;
  readonly require?: readonly Goal[];
}

/** Adds the options. */
export function addForecastOptions(command: Command): Command {
  return command
    .optionsGroup("Forecast:")
    .option(
      "--foresight <file>",
      "workload file: simulate what changes of settings do",
      parseNonEmpty("a workload file"),
    )
    .option(
      "--require <goal>",
      "with --foresight: end with status 2 if changed settings do not meet it, such as p90<45m; may be given several times",
      collectGoal,
    );
}

/** Adds a goal. */
export function collectGoal(text: string, goals: readonly Goal[] = []): readonly Goal[] {
  const goal = tryParseGoal(text);
  if (goal === undefined) throw new InvalidArgumentError(GOAL_RULE);
  return [...goals, goal];
}
