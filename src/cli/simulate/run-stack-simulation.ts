import type { QueueIdentity } from "../../queue/queue-identity";
import type { Plan } from "../../reconcile/plan/plan";
import { describeChanges } from "../../report/forecast/describe-forecast";
import type { Forecasts } from "../../report/forecast/queue-forecast";
import type { ForecastFormat } from "../../report/formats";
import { printForecastsHtml } from "../../report/html/print-forecasts-html";
import { toMarkdownCode, toMarkdownProse } from "../../report/markdown/escape-markdown";
import { printForecastMarkdown } from "../../report/markdown/print-forecast-markdown";
import type { OutputDocument } from "../../report/output-document";
import { printJson } from "../../report/print-json";
import { printForecast } from "../../report/terminal/print-forecast";
import { wrapText } from "../../report/terminal/wrap-text";
import { toCell } from "../../text/to-cell";
import type { CommandContext, CommandSession } from "../command-session";
import { preparePlan } from "../plans/prepare-plan";
import { createView } from "../print/create-view";
import { forecastPlan } from "./forecast-plan";
import { createSimulationRefusal, readSimulation } from "./read-simulation";
import type { SimulateArguments } from "./simulate-options";

const NOTHING = "The stack changes no setting of an existing queue that a simulation can show.";

const MAX_LENGTH = 2_000;

/**
 * Runs `mergequeue simulate --stack`: plans what synthesized stacks declare, as `mergequeue plan` does, and writes what the
 * changes will do to each queue.
 * @param directory - path of the stacks
 * @throws MergeQueueError as `readSimulation`, `preparePlan` and `forecastPlan`
 */
export async function runStackSimulation(
  session: CommandSession,
  directory: string,
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
  const { plan } = await preparePlan(session, "apply", directory, options);
  const forecasts = await forecastPlan(session, plan, request, []);
  session.write(print(context, request.format, plan, forecasts));
}

function print(
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
      const parts = queues.map(({ id, forecast }) => {
        const heading = `### ${toMarkdownCode(id, MAX_LENGTH)}\n\n`;
        if (forecast.kind === "none")
          return `${heading}${toMarkdownProse(`No forecast: ${forecast.reason}`, MAX_LENGTH)}\n`;
        const changes = toMarkdownCode(describeChanges(forecast.forecast), MAX_LENGTH);
        return `${heading}${changes}\n\n${printForecastMarkdown(forecast.forecast)}`;
      });
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
