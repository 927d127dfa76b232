import { SIMULATED_SETTING_NAMES } from "../../foresight/drive/simulated-settings";
import type { Forecast } from "../../foresight/forecast";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { printForecastsHtml } from "../../report/html/print-forecasts-html";
import { toMarkdownProse } from "../../report/markdown/escape-markdown";
import { printNamedForecastMarkdown } from "../../report/markdown/print-forecast-markdown";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import type { ForecastFormat } from "../../report/report-options";
import { printForecast } from "../../report/terminal/print-forecast";
import { wrapText } from "../../report/terminal/wrap-text";
import { type CommandContext, type CommandSession, EXIT_STATUS } from "../command-session";
import { connect, watchStop } from "../connection/connect";
import { READ_TIMEOUT } from "../connection/connection-options";
import { createView } from "../print/create-view";
import { pickSimulatedSettings, resolveSettings, type SomeSettings } from "../workload/resolve-settings";
import { type PreparedSimulation, prepareSimulation } from "./prepare-simulation";
import { findSimulatedWorkload, readSimulation, type SimulationRequest } from "./read-simulation";
import { runForecast, runInPool } from "./run-forecast";
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
  const { context } = session;
  const request = await readSimulation(context, options);
  const { simulation, stopSignal } = await startSimulation(session, queue, request, options);
  const { workers } = request.extent;
  const drawn = await runInPool(context, workers, stopSignal, (run) => runForecast(simulation, run));
  if (drawn === undefined) throw createInterrupted();
  const { forecast } = drawn;
  session.write(
    request.format === "html"
      ? { document: printForecastsHtml([], [{ id: forecast.queue, forecast: drawn }]) }
      : printSimulation(context, request.format, forecast),
  );
  if (forecast.interrupted === true) session.finish(EXIT_STATUS.interrupted);
}

/** Returns the error for an interrupt before there is a result. */
export function createInterrupted(): MergeQueueError {
  return new MergeQueueError("interrupted", "Interrupted before there was a result. Nothing is known yet.");
}

/**
 * Prepares a simulation of one queue. The service is asked only for settings that the command line does not give.
 * @returns it, and a signal that aborts at the first SIGINT or SIGTERM
 * @throws MergeQueueError as `connect`, `Reconciler.read`, `resolveSettings` and `prepareSimulation`
 */
export async function startSimulation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  { workload, extent }: SimulationRequest,
  options: SimulateArguments,
): Promise<PreparedSimulation & { readonly stopSignal: AbortSignal }> {
  const { now: given = {}, set = {} } = options;
  const known = workload && findSimulatedWorkload(workload, queue);
  const { record, stopSignal } = await readRecord(session, queue, given, options);
  const now = resolveSettings({ ...record, ...given });
  const subject = {
    queue: queue === undefined ? null : formatQueueId(queue),
    workload: known,
    now,
    then: { ...now.settings, ...pickSimulatedSettings(set) } as typeof now.settings,
    ignored: Object.keys(set).filter((name) => !(name in now.settings)),
    assumed: listIgnored(record),
  };
  return { ...prepareSimulation(subject, extent), stopSignal };
}

async function readRecord(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  given: SomeSettings,
  options: SimulateArguments,
): Promise<{ readonly record: QueueRecord; readonly stopSignal: AbortSignal }> {
  const isComplete = SIMULATED_SETTING_NAMES.every((name) => name in given);
  if (queue === undefined || isComplete) return { record: {}, stopSignal: watchStop(session.context) };
  const { reconciler, stopSignal, taskOptions } = await connect(session, options, READ_TIMEOUT.ms);
  return { record: (await reconciler.read(queue, taskOptions)).settings, stopSignal };
}

/** Lists the properties of the current queue that a simulation ignores. */
function listIgnored({ state = "running", directMergeMode }: QueueRecord): string[] {
  return [
    ...(state === "running" ? [] : [`the queue runs; now it is ${state}`]),
    ...(directMergeMode === "always" ? ["no pull request is merged directly"] : []),
  ];
}

const MAX_LINE = 2_000;

/**
 * Writes the forecast of one queue.
 * @param lines - sentences above it. Default: none
 * @param value - what JSON contains. Default: the forecast
 */
export function printSimulation(
  context: CommandContext,
  format: Exclude<ForecastFormat, "html">,
  forecast: Forecast,
  lines: readonly string[] = [],
  value: unknown = forecast,
): string | OutputDocument {
  switch (format) {
    case "json":
      return printJson(value);
    case "markdown": {
      const head = lines.map((line) => `${toMarkdownProse(line, MAX_LINE)}\n\n`);
      return { document: `${head.join("")}${printNamedForecastMarkdown(forecast)}` };
    }
    case "text": {
      const view = createView(context);
      return `${lines.map((line) => wrapText(line, "", view.columns)).join("")}${printForecast(forecast, view)}`;
    }
  }
}
