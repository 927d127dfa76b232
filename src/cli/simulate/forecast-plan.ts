import type { Goal } from "../../foresight/goal";
import { tryFindQueueWorkload } from "../../foresight/queue-workload";
import type { SimulateOptions, SimulateRun } from "../../foresight/simulate";
import { SIMULATED_SETTING_NAMES } from "../../foresight/simulated-settings";
import type { Plan, PlannedChange, PlannedQueue, PlannedValue } from "../../plan/plan";
import { toAttributeName } from "../../queue/attribute-name";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { Forecasts, QueueForecast } from "../../report/queue-forecast";
import { toCell } from "../../text/to-cell";
import type { CommandSession } from "../command-session";
import { watchStop } from "../connection/connect";
import { describeMissing } from "../workload/describe-missing";
import { resolveSettings, type SomeSettings } from "../workload/resolve-settings";
import { prepareSimulation, runForecast, runInPool } from "./run-forecast";
import type { SimulationRequest } from "./simulate-options";

/** Simulates each queue for which a plan changes simulated settings. @throws MergeQueueError `interrupted` */
export async function forecastPlan(
  { context }: CommandSession,
  plan: Plan,
  request: SimulationRequest,
  goals: readonly Goal[],
): Promise<Forecasts> {
  return runInPool(context, request.workers, watchStop(context), async (run, progress) => {
    const forecasts = new Map<PlannedQueue, QueueForecast>();
    const queues = plan.queues.filter(isSimulated);
    for (const [index, queue] of queues.entries()) {
      progress.subject = ` (queue ${index + 1} of ${queues.length}: ${toCell(queue.id)})`;
      const forecast = await forecastQueue(queue, request, run, goals);
      if (forecast === undefined) return undefined;
      forecasts.set(queue, forecast);
    }
    return forecasts;
  });
}

function isSimulated({ action, changes }: PlannedQueue): boolean {
  return action === "update" && changes.some(isSimulatedChange);
}

function isSimulatedChange({ kind, name }: PlannedChange): boolean {
  const known: readonly string[] = SIMULATED_SETTING_NAMES;
  return kind === "setting" && known.includes(name);
}

async function forecastQueue(
  queue: PlannedQueue,
  request: SimulationRequest,
  run: SimulateRun,
  goals: readonly Goal[],
): Promise<QueueForecast | undefined> {
  try {
    const forecast = await runForecast(toSimulation(queue, request), run, goals);
    return forecast?.forecast.interrupted === true ? undefined : forecast;
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    const { workload, workloadFile: file } = request;
    const missing =
      workload === undefined || error.code !== "invalid_workload"
        ? undefined
        : describeMissing({ workload, file }, queue.identity, listGiven(queue));
    return { kind: "none", reason: missing ?? error.message, unmet: goals };
  }
}

/** Lists a plan's changes of simulated settings as values of `--set`: `concurrency=8`. */
function listGiven({ changes }: PlannedQueue): string[] {
  return changes.filter(isSimulatedChange).flatMap(({ name, then }) => {
    return then.kind === "value" ? [`${toAttributeName(name)}=${String(then.value)}`] : [];
  });
}

const HIDDEN: readonly PlannedValue["kind"][] = ["unknown", "sensitive", "default"];

/** @throws MergeQueueError that says why a simulation is not possible */
function toSimulation(queue: PlannedQueue, request: SimulationRequest): SimulateOptions {
  const workload = request.workload && tryFindQueueWorkload(request.workload, queue.identity);
  if (request.workload !== undefined && workload === undefined) {
    throw new MergeQueueError("invalid_workload", "The workload file does not contain this queue.");
  }
  const changes = queue.changes.filter(({ kind }) => kind === "setting");
  const hidden = changes.find(({ now, then }) => [now, then].some(({ kind }) => HIDDEN.includes(kind)));
  if (hidden !== undefined) {
    const message = `${toAttributeName(hidden.name)} has a value that the plan does not show.`;
    throw new MergeQueueError("invalid_configuration", message);
  }
  const toSettings = (side: "now" | "then"): SomeSettings => {
    const shown = changes.flatMap(({ name, [side]: value }) =>
      value.kind === "value" ? [[name, value.value] as const] : [],
    );
    return { ...queue.settings, ...Object.fromEntries(shown) };
  };
  const now = resolveSettings(toSettings("now"));
  const { settings: then } = resolveSettings(toSettings("then"));
  return prepareSimulation({ queue: queue.id, workload, now, then }, request).simulation;
}
