import type { QueueIdentity } from "../../queue/queue-identity";
import { FORMATS, toOutput } from "../../report/formats";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import { preparePlan } from "../plans/prepare-plan";
import { createView } from "../print/create-view";
import { forecastPlan } from "./forecast-plan";
import { createSimulationRefusal, readSimulation } from "./read-simulation";
import { runForecast, runInPool, startSimulation } from "./run-forecast";
import type { SimulateArguments } from "./simulate-options";

/** After an interrupt, writes what is known so far. @throws MergeQueueError `interrupted` if nothing is */
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
  session.write(toOutput(request.format, FORMATS[request.format].forecast(drawn, createView(context))));
  if (drawn.forecast.interrupted === true) session.finish(EXIT_STATUS.interrupted);
}

/** Plans synthesized stacks as `mergequeue plan` does, and writes what the changes will do to each queue. */
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
  const printed = FORMATS[request.format].forecasts(plan, forecasts, createView(context));
  session.write(toOutput(request.format, printed));
}
