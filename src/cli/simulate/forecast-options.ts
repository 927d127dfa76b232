import { type Command, InvalidArgumentError } from "commander";
import { GOAL_RULE, type Goal, tryParseGoal } from "../../foresight/goal";
import type { Plan } from "../../plan/plan";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { Forecasts } from "../../report/queue-forecast";
import type { CommandSession } from "../command-session";
import { parseFile } from "../parse-options";
import { readWorkloadFile } from "../workload/read-workload-file";

export interface ForecastOptions {
  readonly foresight?: string;
  readonly require?: readonly Goal[];
}

export function addForecastOptions(command: Command): Command {
  return command
    .optionsGroup("Forecast:")
    .option("--foresight <file>", "workload file: forecast the effects of changed settings", parseFile)
    .option(
      "--require <goal>",
      "a goal such as p90<45m: end with status 2 if changed settings miss it; needs --foresight; can be repeated",
      collectGoal,
    );
}

export function collectGoal(text: string, goals: readonly Goal[] = []): readonly Goal[] {
  const goal = tryParseGoal(text);
  if (goal === undefined) throw new InvalidArgumentError(GOAL_RULE);
  return [...goals, goal];
}

/** Limits of each simulation, lower than for one queue alone, because a plan may change many queues. */
const EXTENT = {
  given: {},
  singleMode: "one-at-a-time",
  pullRequests: undefined,
  mostPullRequests: 8_000,
  replications: undefined,
  seed: "1",
} as const;

/** @throws MergeQueueError `invalid_configuration` (goals without file), `invalid_workload`, `interrupted` */
export async function tryForecastPlan(
  session: CommandSession,
  plan: Plan,
  { foresight, require: goals = [] }: ForecastOptions,
): Promise<Forecasts | undefined> {
  if (foresight === undefined) {
    if (goals.length === 0) return undefined;
    throw new MergeQueueError("invalid_configuration", "--require needs --foresight with a workload file.");
  }
  const workload = await readWorkloadFile(session.context, foresight);
  // Only forecasts need the engine; other plans start faster without it.
  const { forecastPlan } = await import("./forecast-plan");
  return forecastPlan(session, plan, { ...EXTENT, workload, workloadFile: foresight }, goals);
}

export function hasUnmetGoals(forecasts: Forecasts | undefined): boolean {
  return [...(forecasts?.values() ?? [])].some(({ unmet }) => unmet.length > 0);
}
