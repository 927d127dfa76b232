import { SIMULATED_SETTING_NAMES } from "../../foresight/drive/simulated-settings";
import { type Goal, isGoalMet } from "../../foresight/goal";
import { listAssumptions } from "../../foresight/list-assumptions";
import { createLoadSource } from "../../foresight/load-source";
import type { SimulateOptions, SimulateRun } from "../../foresight/simulate";
import { tryFindQueueWorkload } from "../../foresight/workload/parse-workload";
import type { Workload } from "../../foresight/workload/workload-schema";
import { toAttributeName } from "../../queue/attribute-name";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueRecord, SettingValue } from "../../queue/settings";
import type { Plan, PlannedQueue, PlannedValue } from "../../reconcile/plan/plan";
import type { Forecasts, QueueForecast } from "../../report/forecast/queue-forecast";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/connect";
import type { SimulationExtent } from "./read-simulation";
import { resolveSettings } from "./resolve-settings";
import { type DrawnForecast, runForecast, runInPool } from "./run-forecast";

/** What to simulate of a plan. */
export interface PlanForecastRequest extends SimulationExtent {
  /** Undefined: every queue has the given load. */
  readonly workload: Workload | undefined;
  /** What the proposed settings must achieve. */
  readonly goals: readonly Goal[];
}

/**
 * Simulates what a plan does to each queue of which it changes a setting that a simulation can show.
 * @throws MergeQueueError `interrupted`
 */
export async function forecastPlan(
  session: CommandSession,
  plan: Plan,
  request: PlanForecastRequest,
): Promise<Forecasts> {
  const queues = plan.queues.filter(isSimulated);
  return runInPool(session, request.workers, watchStop(session.context), async (run) => {
    const forecasts = new Map<PlannedQueue, QueueForecast>();
    for (const queue of queues) forecasts.set(queue, await forecastQueue(queue, request, run));
    return forecasts;
  });
}

async function forecastQueue(
  queue: PlannedQueue,
  request: PlanForecastRequest,
  run: SimulateRun,
): Promise<QueueForecast> {
  const { goals } = request;
  const refuse = (reason: string): QueueForecast => ({ kind: "none", reason, unmet: goals });
  const prepared = tryPrepare(queue, request);
  if ("reason" in prepared) return refuse(prepared.reason);
  let drawn: DrawnForecast | undefined;
  try {
    drawn = await runForecast(prepared.options, run);
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    return refuse(error.message);
  }
  if (drawn === undefined || drawn.forecast.interrupted === true)
    throw new MergeQueueError("interrupted", "Interrupted while changes of settings were simulated.");
  const { forecast, shapes } = drawn;
  return {
    kind: "forecast",
    forecast,
    shapes,
    unmet: goals.filter((goal) => !isGoalMet(goal, forecast.then)),
  };
}

function isSimulated({ action, changes }: PlannedQueue): boolean {
  const known: readonly string[] = SIMULATED_SETTING_NAMES;
  return action === "update" && changes.some(({ kind, name }) => kind === "setting" && known.includes(name));
}

type Prepared = { readonly options: SimulateOptions } | { readonly reason: string };

/** Prepares a simulation, or says why there can be none. */
function tryPrepare(
  queue: PlannedQueue,
  { workload, given, arrivalFactor, singleMode, pullRequests, replications, seed }: PlanForecastRequest,
): Prepared {
  const known = workload && tryFindQueueWorkload(workload, queue.identity);
  if (workload !== undefined && known === undefined)
    return { reason: "The workload file does not contain this queue." };
  const changes = queue.changes.filter(({ kind }) => kind === "setting");
  const hidden = changes.find(({ now, then }) => [now, then].some(isHidden));
  if (hidden !== undefined)
    return { reason: `${toAttributeName(hidden.name)} has a value that the plan does not show.` };
  const toRecord = (side: "now" | "then"): QueueRecord => {
    const values = changes.flatMap((change) => {
      const value = change[side];
      return value.kind === "value" ? [[change.name, value.value as SettingValue] as const] : [];
    });
    return { ...queue.settings, ...Object.fromEntries(values) };
  };
  try {
    const { now, defaulted } = resolveSettings(new Map(), new Map(), toRecord("now"));
    const { now: then } = resolveSettings(new Map(), new Map(), toRecord("then"));
    const { load, drawLoad, assumed, source, history } = createLoadSource({
      workload: known,
      given,
      arrivalFactor,
      seed,
    });
    const assumptions = listAssumptions({ now, then, singleMode, load, defaulted, ignored: [] });
    const common = { queue: queue.id, assumed, source, assumptions, singleMode, drawLoad, history };
    return { options: { ...common, now, then, pullRequests, replications, seed } };
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    return { reason: error.message };
  }
}

function isHidden({ kind }: PlannedValue): boolean {
  return kind === "unknown" || kind === "sensitive" || kind === "default";
}
