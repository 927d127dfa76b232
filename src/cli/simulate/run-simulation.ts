import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "../../foresight/drive/simulated-settings";
import { listAssumptions } from "../../foresight/list-assumptions";
import type { Load } from "../../foresight/load";
import { createLoadSource } from "../../foresight/load-source";
import type { SimulateOptions } from "../../foresight/simulate";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { printForecast } from "../../report/forecast/print-forecast";
import { printNamedForecastMarkdown } from "../../report/forecast/print-forecast-markdown";
import { printForecastsHtml } from "../../report/forecast/print-forecasts-html";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { connect, watchStop } from "../connection/connect";
import { READ_TIMEOUT } from "../connection/connection-options";
import { createView } from "../print/create-view";
import { readSimulation, type SimulationRequest } from "./read-simulation";
import { resolveSettings } from "./resolve-settings";
import { type DrawnForecast, runForecast, runInPool } from "./run-forecast";
import { runStackSimulation } from "./run-stack-simulation";
import type { SimulateArguments } from "./simulate-options";

/**
 * Runs `mergequeue simulate`: simulates what the command line says and writes the forecast. After an interrupt it writes what
 * is known so far.
 * @throws MergeQueueError as `readSimulation`, `connect` and `Reconciler.read`; `interrupted` if nothing is known yet
 */
export async function runSimulation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: SimulateArguments,
): Promise<void> {
  if (options.stack !== undefined) {
    await runStackSimulation(session, options.stack, queue, options);
    return;
  }
  const request = await readSimulation(session.context, queue, options);
  const { simulation, stopSignal } = await prepareSimulation(session, request, options);
  const drawn = await runInPool(session, request.workers, stopSignal, (run) => runForecast(simulation, run));
  if (drawn === undefined) throw createInterrupted();
  session.write(print(session, request, drawn));
  if (drawn.forecast.interrupted === true) session.finish(EXIT_STATUS.interrupted);
}

/** Returns the error for an interrupt before there is a result. */
export function createInterrupted(): MergeQueueError {
  return new MergeQueueError("interrupted", "Interrupted before there was a result. Nothing is known yet.");
}

/** A simulation that can begin. */
export interface PreparedSimulation {
  readonly simulation: SimulateOptions;
  /** The load with the best value of each parameter. */
  readonly load: Load;
  /** Returns what a simulation of a change to these settings assumes. */
  readonly assume: (then: SimulatedSettings) => string[];
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal;
}

/**
 * Completes a simulation by what the service says.
 * @throws MergeQueueError as `connect`, `Reconciler.read`, `resolveSettings` and `createLoadSource`
 */
export async function prepareSimulation(
  session: CommandSession,
  request: SimulationRequest,
  options: SimulateArguments,
): Promise<PreparedSimulation> {
  const { record, stopSignal } = await readNow(session, request, options);
  return { ...toSimulateOptions(request, record), stopSignal };
}

interface Present {
  /** What the service shows; empty if it was not asked. */
  readonly record: QueueRecord;
  /** Aborts at the first SIGINT or SIGTERM. */
  readonly stopSignal: AbortSignal;
}

/** Asks the service only for what the command line does not say. */
async function readNow(
  session: CommandSession,
  { queue, now }: SimulationRequest,
  options: SimulateArguments,
): Promise<Present> {
  const isComplete = SIMULATED_SETTING_NAMES.every((name) => now.has(name));
  if (queue === undefined || isComplete) return { record: {}, stopSignal: watchStop(session.context) };
  const { reconciler, stopSignal, taskOptions } = await connect(session, options, READ_TIMEOUT.ms);
  return { record: (await reconciler.read(queue, taskOptions)).settings, stopSignal };
}

function toSimulateOptions(
  request: SimulationRequest,
  record: QueueRecord,
): Omit<PreparedSimulation, "stopSignal"> {
  const { queue, singleMode, pullRequests, replications, seed } = request;
  const { now, then, defaulted } = resolveSettings(request.now, request.set, record);
  const { load, drawLoad, assumed, source, history } = createLoadSource(request);
  const known: readonly string[] = SIMULATED_SETTING_NAMES;
  const ignored = [...request.set.keys()].filter((name) => !known.includes(name));
  const assume = (settings: SimulatedSettings): string[] => [
    ...listAssumptions({ now, then: settings, singleMode, load, defaulted, ignored }),
    ...listIgnored(record),
  ];
  const simulation = {
    queue: queue === undefined ? null : formatQueueId(queue),
    assumed,
    source,
    assumptions: assume(then),
    now,
    then,
    singleMode,
    drawLoad,
    pullRequests,
    replications,
    seed,
    history,
  };
  return { simulation, load, assume };
}

/** Lists the properties of the current queue that a simulation ignores. */
function listIgnored({ state = "running", directMergeMode }: QueueRecord): string[] {
  return [
    ...(state === "running" ? [] : [`the queue runs; now it is ${state}`]),
    ...(directMergeMode === "always" ? ["no pull request is merged directly"] : []),
  ];
}

function print(
  { context }: CommandSession,
  { format }: SimulationRequest,
  { forecast, shapes }: DrawnForecast,
): string | OutputDocument {
  switch (format) {
    case "json":
      return printJson(forecast);
    case "markdown":
      return { document: printNamedForecastMarkdown(forecast) };
    case "html": {
      const id = forecast.queue;
      const shown = { kind: "forecast", forecast, shapes, unmet: [] } as const;
      return { document: printForecastsHtml([], [{ id, forecast: shown }]) };
    }
    case "text":
      return printForecast(forecast, createView(context));
  }
}
