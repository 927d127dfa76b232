import { MergeQueueError } from "../../queue/merge-queue-error";
import type { Plan } from "../../reconcile/plan/plan";
import type { Forecasts } from "../../report/forecast/queue-forecast";
import type { CommandSession } from "../command-session";
import { readWorkloadFile } from "../workload/read-workload-file";
import type { ForecastOptions } from "./forecast-options";

/** A plan may change many queues, so that each gets fewer pull requests than one that is simulated alone. */
const EXTENT = {
  given: {},
  arrivalFactor: undefined,
  singleMode: "one-at-a-time",
  pullRequests: 1_000,
  replications: undefined,
  seed: "1",
  workers: undefined,
} as const;

/**
 * Simulates what a plan does, as the options say.
 * @returns undefined if no forecasts were asked for
 * @throws MergeQueueError `invalid_configuration` for a goal without a workload, `invalid_workload`, `interrupted`
 */
export async function tryForecastPlan(
  session: CommandSession,
  plan: Plan,
  { foresight, require: goals = [] }: ForecastOptions,
): Promise<Forecasts | undefined> {
  if (foresight === undefined) {
    if (goals.length === 0) return undefined;
    throw new MergeQueueError("invalid_configuration", "--require needs --foresight with a workload file.");
  }
  // Only forecasts need the engine; other plans start faster without it.
  const { forecastPlan } = await import("./forecast-plan");
  const workload = await readWorkloadFile(session.context, foresight);
  return forecastPlan(session, plan, { ...EXTENT, workload, goals });
}

/** Tells whether a required goal is not met. */
export function hasUnmetGoals(forecasts: Forecasts | undefined): boolean {
  return [...(forecasts?.values() ?? [])].some(({ unmet }) => unmet.length > 0);
}
