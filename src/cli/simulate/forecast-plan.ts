import { ReplicationPool } from "../../foresight/drive/replication-pool";
import { SIMULATED_SETTING_NAMES } from "../../foresight/drive/simulated-settings";
import type { Forecast } from "../../foresight/forecast";
import { type Goal, isGoalMet } from "../../foresight/goal";
import { listAssumptions } from "../../foresight/list-assumptions";
import { createLoadSource, type LoadInputs } from "../../foresight/load-source";
import type { Pair } from "../../foresight/measure/compare";
import { describeShapes } from "../../foresight/measure/shapes";
import { addSensitivity } from "../../foresight/sensitivity/add-sensitivity";
import { type SimulateOptions, type SimulateRun, simulate } from "../../foresight/simulate";
import { tryFindQueueWorkload } from "../../foresight/workload/parse-workload";
import type { Workload } from "../../foresight/workload/workload-schema";
import { toAttributeName } from "../../queue/attribute-name";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueRecord, SettingValue } from "../../queue/settings";
import type { FleetPlan, PlannedQueue, PlannedValue } from "../../reconcile/plan/fleet-plan";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/connect";
import type { Forecasts, QueueForecast } from "../report/foresight/queue-forecast";
import type { SimulationExtent } from "./read-simulation";
import { resolveSettings } from "./resolve-settings";
import { createSimulationProgress } from "./simulation-progress";

/** What to simulate of a plan. */
export interface PlanForecastRequest extends SimulationExtent {
  /** Undefined: every queue has the given load. */
  readonly workload: Workload | undefined;
  /** What the settings of then must keep. */
  readonly goals: readonly Goal[];
}

/**
 * Simulates what a plan does to each queue of which it changes a setting that a simulation can show.
 * @throws MergeQueueError `interrupted`
 */
export async function forecastPlan(
  session: CommandSession,
  plan: FleetPlan,
  request: PlanForecastRequest,
): Promise<Forecasts> {
  const queues = plan.queues.filter(isSimulated);
  const stopSignal = watchStop(session.context);
  const pool = new ReplicationPool({ workers: request.workers });
  const forecasts = new Map<PlannedQueue, QueueForecast>();
  try {
    for (const queue of queues) {
      forecasts.set(queue, await forecastQueue(queue, request, { session, pool, stopSignal }));
    }
  } finally {
    await pool.close();
  }
  return forecasts;
}

interface Run {
  readonly session: CommandSession;
  readonly pool: ReplicationPool;
  readonly stopSignal: AbortSignal;
}

async function forecastQueue(
  queue: PlannedQueue,
  request: PlanForecastRequest,
  { session, pool, stopSignal }: Run,
): Promise<QueueForecast> {
  const { goals, hasSensitivity } = request;
  const prepared = tryPrepare(queue, request);
  if ("reason" in prepared) return { kind: "none", reason: prepared.reason, unmet: goals };
  const progress = createSimulationProgress(session.context);
  let pairs: readonly Pair[] = [];
  let forecast: Forecast | undefined;
  try {
    const run: SimulateRun = {
      runReplications: (setups, onProgress) => pool.run(setups, { signal: stopSignal, onProgress }),
      onProgress: progress.show,
      onEnd: (all) => {
        pairs = all;
      },
    };
    forecast = await simulate(prepared.options, run);
    if (hasSensitivity) forecast = await addSensitivity(forecast, prepared.options, prepared.inputs, run);
  } finally {
    progress.end();
  }
  if (forecast === undefined || forecast.interrupted === true || forecast.sensitivity?.interrupted === true)
    throw new MergeQueueError("interrupted", "Interrupted while changes of settings were simulated.");
  const { then } = forecast;
  const unmet = goals.filter((goal) => !isGoalMet(goal, then));
  return { kind: "forecast", forecast, shapes: describeShapes(pairs), unmet };
}

function isSimulated({ action, changes }: PlannedQueue): boolean {
  const known: readonly string[] = SIMULATED_SETTING_NAMES;
  return action === "update" && changes.some(({ kind, name }) => kind === "setting" && known.includes(name));
}

type Prepared =
  | { readonly options: SimulateOptions; readonly inputs: LoadInputs }
  | { readonly reason: string };

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
  const inputs = { workload: known, given, arrivalFactor, seed };
  try {
    const { now, defaulted } = resolveSettings(new Map(), new Map(), toRecord("now"));
    const { now: then } = resolveSettings(new Map(), new Map(), toRecord("then"));
    const { load, drawLoad, assumed, source, history } = createLoadSource(inputs);
    const assumptions = listAssumptions({ now, then, singleMode, load, defaulted, ignored: [] });
    const common = { queue: queue.id, assumed, source, assumptions, singleMode, drawLoad, history };
    return { inputs, options: { ...common, now, then, pullRequests, replications, seed } };
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    return { reason: error.message };
  }
}

function isHidden({ kind }: PlannedValue): boolean {
  return kind === "unknown" || kind === "sensitive" || kind === "default";
}
