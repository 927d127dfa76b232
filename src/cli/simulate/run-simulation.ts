import type { Forecast } from "../../foresight/forecast";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { Plan } from "../../reconcile/plan/plan";
import { describeChanges } from "../../report/forecast/describe-forecast";
import type { Forecasts, QueueForecast } from "../../report/forecast/queue-forecast";
import { printForecastsHtml } from "../../report/html/print-forecasts-html";
import { toMarkdownCode, toMarkdownProse } from "../../report/markdown/escape-markdown";
import {
  printForecastMarkdown,
  printNamedForecastMarkdown,
} from "../../report/markdown/print-forecast-markdown";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import type { ForecastFormat } from "../../report/report-options";
import { printForecast } from "../../report/terminal/print-forecast";
import { wrapText } from "../../report/terminal/wrap-text";
import { toCell } from "../../text/to-cell";
import { type CommandContext, type CommandSession, EXIT_STATUS } from "../command-session";
import { preparePlan } from "../plans/prepare-plan";
import { createView } from "../print/create-view";
import { forecastPlan } from "./forecast-plan";
import { createSimulationRefusal, readSimulation } from "./read-simulation";
import { runForecast, runInPool, startSimulation } from "./run-forecast";
import type { SimulateArguments } from "./simulate-options";

/**
 * Runs `mergequeue simulate`: simulates what the command line says and writes the forecast. After an interrupt it writes what
 * is known so far.
 * @throws MergeQueueError as `readSimulation`, `startSimulation` and `forecastPlan`; `interrupted` if nothing is known yet
 */
export async function runSimulation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: SimulateArguments,
): Promise<void> {
  if (options.stack !== undefined) {
    await runStackSimulation(session, queue, options);
    return;
  }
  const { context } = session;
  const request = await readSimulation(context, options);
  const { simulation, stopSignal } = await startSimulation(session, queue, request, options);
  const drawn = await runInPool(context, request.workers, stopSignal, (run) => runForecast(simulation, run));
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

const MAX_LENGTH = 2_000;

/** Writes the forecast of one queue, below sentences, or as JSON another value. */
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
      const head = lines.map((line) => `${toMarkdownProse(line, MAX_LENGTH)}\n\n`);
      return { document: `${head.join("")}${printNamedForecastMarkdown(forecast)}` };
    }
    case "text": {
      const view = createView(context);
      return `${lines.map((line) => wrapText(line, "", view.columns)).join("")}${printForecast(forecast, view)}`;
    }
  }
}

const NOTHING = "The stack changes no setting of an existing queue that a simulation can show.";

/** Plans what synthesized stacks declare, as `mergequeue plan` does, and writes what the changes will do to each queue. */
async function runStackSimulation(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: SimulateArguments,
): Promise<void> {
  if (queue !== undefined) {
    throw createSimulationRefusal(
      "A queue must be left out with --stack: the stack says what changes. Use --only to select queues.",
    );
  }
  const { context } = session;
  const request = await readSimulation(context, options);
  const { plan } = await preparePlan(session, "apply", options.stack, options);
  const forecasts = await forecastPlan(session, plan, request, []);
  session.write(printStackSimulation(context, request.format, plan, forecasts));
}

function printStackSimulation(
  context: CommandContext,
  format: ForecastFormat,
  { warnings }: Plan,
  forecasts: Forecasts,
): string | OutputDocument {
  const queues = [...forecasts].map(([{ id }, forecast]) => ({ id, forecast }));
  switch (format) {
    case "json":
      return printJson({
        format: "mergequeue-forecasts",
        version: 1,
        warnings,
        queues: queues.map(({ id, forecast }) => ({
          queue: id,
          forecast: forecast.kind === "none" ? null : forecast.forecast,
          problem: forecast.kind === "none" ? forecast.reason : null,
        })),
      });
    case "html":
      return { document: printForecastsHtml(queues.length === 0 ? [NOTHING] : [], queues) };
    case "markdown": {
      const parts = queues.map(
        ({ id, forecast }) => `### ${toMarkdownCode(id, MAX_LENGTH)}\n\n${printMarkdown(forecast)}`,
      );
      return { document: queues.length === 0 ? `${NOTHING}\n` : parts.join("\n") };
    }
    case "text": {
      const view = createView(context);
      const parts = queues.map(({ id, forecast }) =>
        forecast.kind === "none"
          ? wrapText(`${toCell(id)}: no forecast. ${forecast.reason}`, "", view.columns)
          : printForecast(forecast.forecast, view),
      );
      return queues.length === 0 ? wrapText(NOTHING, "", view.columns) : parts.join("\n");
    }
  }
}

function printMarkdown(forecast: QueueForecast): string {
  if (forecast.kind === "none") return `${toMarkdownProse(`No forecast: ${forecast.reason}`, MAX_LENGTH)}\n`;
  const changes = toMarkdownCode(describeChanges(forecast.forecast), MAX_LENGTH);
  return `${changes}\n\n${printForecastMarkdown(forecast.forecast)}`;
}
