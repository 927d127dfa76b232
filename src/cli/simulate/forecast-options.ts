import { type Command, InvalidArgumentError } from "commander";
import { GOAL_RULE, type Goal, tryParseGoal } from "../../foresight/goal";
import type { Plan } from "../../plan/plan";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { Forecasts } from "../../report/queue-forecast";
import type { CommandSession } from "../command-session";
import { parseNonEmpty } from "../parse-options";
import { readWorkloadFile } from "../workload/read-workload-file";

export interface ForecastOptions {
  readonly foresight?: string;
  readonly require?: readonly Goal[];
}

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

export function collectGoal(text: string, goals: readonly Goal[] = []): readonly Goal[] {
  const goal = tryParseGoal(text);
  if (goal === undefined) throw new InvalidArgumentError(GOAL_RULE);
  return [...goals, goal];
}

/** A plan may change many queues, so that each gets fewer pull requests than one that is simulated alone. */
const EXTENT = {
  given: {},
  singleMode: "one-at-a-time",
  pullRequests: undefined,
  mostPullRequests: 8_000,
  replications: undefined,
  seed: "1",
} as const;

/** @throws MergeQueueError `invalid_configuration` for a goal alone, `invalid_workload`, `interrupted` */
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
