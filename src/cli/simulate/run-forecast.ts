import { type Goal, isGoalMet } from "../../foresight/goal";
import { listAssumptions } from "../../foresight/list-assumptions";
import type { Load } from "../../foresight/load";
import { findLoadChange } from "../../foresight/load-change";
import { createLoadSource, type LoadInputs } from "../../foresight/load-source";
import { tryFindQueueWorkload } from "../../foresight/queue-workload";
import { ReplicationPool } from "../../foresight/replication-pool";
import { type SimulateOptions, type SimulateRun, simulate } from "../../foresight/simulate";
import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "../../foresight/simulated-settings";
import type { QueueWorkload, Workload } from "../../foresight/workload";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { describeSource } from "../../report/describe-source";
import type { DrawnForecast } from "../../report/queue-forecast";
import { quote } from "../../text/quote";
import type { CommandContext, CommandSession } from "../command-session";
import { connect, watchStop } from "../connection/connect";
import { READ_TIMEOUT } from "../connection/connection-options";
import { pickSimulatedSettings, type ResolvedSettings, resolveSettings } from "../workload/resolve-settings";
import { createSimulationRefusal, type SimulateArguments, type SimulationRequest } from "./simulate-options";
import { SimulationProgress } from "./simulation-progress";

interface Subject extends Pick<LoadInputs, "workload">, Pick<SimulateOptions, "queue" | "then"> {
  readonly now: ResolvedSettings;
  readonly ignored?: readonly string[];
  readonly assumed?: readonly string[];
}

interface PreparedSimulation {
  readonly simulation: SimulateOptions;
  readonly load: Load;
  readonly assume: (then: SimulatedSettings) => string[];
}

/** Prepares a simulation. @throws MergeQueueError as `createLoadSource` */
export function prepareSimulation(
  { queue, workload, now: { settings: now, defaulted }, then, ignored = [], assumed = [] }: Subject,
  { given, arrivalFactor, givenChange, singleMode, seed, ...request }: SimulationRequest,
): PreparedSimulation {
  const { load, basis, ...source } = createLoadSource({ workload, given, arrivalFactor, seed });
  const loadChange = findLoadChange(load, givenChange);
  const assume: PreparedSimulation["assume"] = (settings) => [
    ...listAssumptions({ now, then: settings, singleMode, load, loadChange, defaulted, ignored }),
    ...assumed,
  ];
  const { pullRequests, mostPullRequests, replications } = request;
  const extent = { singleMode, pullRequests, mostPullRequests, replications, seed };
  const sentences = { source: describeSource(basis), assumptions: assume(then) };
  const assumedLoad = { loadChange, assumed: source.assumed || loadChange !== undefined };
  const simulation = { queue, now, then, load, ...source, ...assumedLoad, ...sentences, ...extent };
  return { simulation, load, assume };
}

/** Prepares a simulation. Asks the service for settings that no option gives. */
export async function startSimulation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  request: SimulationRequest,
  options: SimulateArguments,
): Promise<PreparedSimulation & { readonly stopSignal: AbortSignal }> {
  const { now: given = {}, set = {} } = options;
  const workload = request.workload && findSimulatedWorkload(request.workload, queue);
  let record: QueueRecord = {};
  let stopSignal: AbortSignal;
  if (queue === undefined || SIMULATED_SETTING_NAMES.every((name) => name in given)) {
    stopSignal = watchStop(session.context);
  } else {
    const connection = await connect(session, options, READ_TIMEOUT.ms);
    stopSignal = connection.stopSignal;
    record = (await connection.reconciler.read(queue, connection.taskOptions)).settings;
  }
  const now = resolveSettings({ ...record, ...given });
  const subject = {
    queue: queue === undefined ? null : formatQueueId(queue),
    workload,
    now,
    then: { ...now.settings, ...pickSimulatedSettings(set) } as SimulatedSettings,
    ignored: Object.keys(set).filter((name) => !(name in now.settings)),
    assumed: listIgnored(record),
  };
  return { ...prepareSimulation(subject, request), stopSignal };
}

function listIgnored({ state = "running", directMergeMode }: QueueRecord): string[] {
  return [
    ...(state === "running" ? [] : [`the queue runs, although it is ${state} now`]),
    ...(directMergeMode === "always" ? ["no pull request is merged directly"] : []),
  ];
}

const MAX_NAMES = 5;

/** Finds a queue's workload. If no queue is given, returns the only workload. */
function findSimulatedWorkload(workload: Workload, queue: QueueIdentity | undefined): QueueWorkload {
  const { queues } = workload;
  const only = queues.length === 1 ? queues[0] : undefined;
  const found = queue === undefined ? only : tryFindQueueWorkload(workload, queue);
  if (found !== undefined) return found;
  const names = queues.slice(0, MAX_NAMES).map((each) => quote(each.queue));
  const list = names.join(", ") + (queues.length > MAX_NAMES ? ", …" : "");
  throw createSimulationRefusal(
    queue === undefined
      ? `The workload contains ${queues.length} queues. Name one of them: ${list}.`
      : `The workload does not contain the queue ${formatQueueId(queue)}. It contains ${list}.`,
  );
}

/** Runs work with worker threads. @throws MergeQueueError `interrupted` if the work returns undefined */
export async function runInPool<Result>(
  context: CommandContext,
  workers: number | undefined,
  signal: AbortSignal,
  work: (run: SimulateRun, progress: SimulationProgress) => Promise<Result | undefined>,
): Promise<Result> {
  const progress = new SimulationProgress(context);
  const pool = new ReplicationPool({ workers });
  const runReplications: SimulateRun["runReplications"] = (setups, phase) => {
    const onProgress = (done: number): void => {
      progress.show([setups, phase], done);
    };
    if (setups.length > 0) onProgress(0);
    return pool.run(setups, { signal, onProgress });
  };
  try {
    const result = await work({ runReplications }, progress);
    if (result !== undefined) return result;
    throw new MergeQueueError("interrupted", `Interrupted ${progress.describe()}. There is no result yet.`);
  } finally {
    progress.end();
    await pool.close();
  }
}

/** Makes a forecast with data for plots. Returns undefined if an interrupt left no result. */
export async function runForecast(
  simulation: SimulateOptions,
  run: SimulateRun,
  goals: readonly Goal[] = [],
): Promise<DrawnForecast | undefined> {
  const simulated = await simulate(simulation, run);
  if (simulated === undefined) return undefined;
  const unmet = goals.filter((goal) => !isGoalMet(goal, simulated.forecast.then));
  return { kind: "forecast", ...simulated, unmet };
}
