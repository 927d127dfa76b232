import { tryFindQueueWorkload } from "../../foresight/workload/parse-workload";
import type { QueueWorkload, Workload } from "../../foresight/workload/workload-schema";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { ForecastFormat } from "../../report/report-options";
import { quote } from "../../text/quote";
import type { InputContext } from "../files/read-input-file";
import { readWorkloadFile } from "../workload/read-workload-file";
import type { PlanSimulation } from "./forecast-plan";
import type { SimulationExtent } from "./prepare-simulation";
import type { SimulateArguments } from "./simulate-options";

/** The checked arguments of simulations. */
export interface SimulationRequest extends PlanSimulation {
  readonly format: ForecastFormat;
}

/**
 * Reads the workload, and completes what the command line says.
 * @throws MergeQueueError `invalid_configuration`, `invalid_workload`
 */
export async function readSimulation(
  context: InputContext,
  options: SimulateArguments,
): Promise<SimulationRequest> {
  const extent = toExtent(options);
  const { workload, json, format = json === true ? "json" : "text" } = options;
  const read = workload === undefined ? undefined : await readWorkloadFile(context, workload);
  if (json === true && format !== "json") {
    throw createSimulationRefusal(`--json is short for --format json; leave it out for --format ${format}.`);
  }
  return { extent, workload: read, format };
}

function toExtent(options: SimulateArguments): SimulationExtent {
  const { arrivals, saturated, testTime, testTimeSpread, failureRate, flakeRate, targets, workload } =
    options;
  if (workload === undefined) {
    if (arrivals === undefined && saturated !== true)
      throw createSimulationRefusal(
        "--arrivals is missing. Give a rate such as 4.8/h, or --saturated, or a file with --workload.",
      );
    if (testTime === undefined)
      throw createSimulationRefusal(
        "--test-time is missing. Give the mean duration of a test run such as 10m, or a file with --workload.",
      );
    if (arrivals !== undefined && "factor" in arrivals)
      throw createSimulationRefusal("This --arrivals multiplies the arrivals of a workload: add --workload.");
  }
  if (testTimeSpread !== undefined && testTime === undefined)
    throw createSimulationRefusal("--test-time-spread needs --test-time.");
  const { singleMode, pullRequests, replications, seed, workers } = options;
  const rate = arrivals !== undefined && "perHour" in arrivals ? arrivals.perHour : undefined;
  return {
    given: {
      ...(saturated === true && { arrivals: { kind: "saturated" } }),
      ...(rate !== undefined && { arrivals: { kind: "poisson", perHour: rate } }),
      ...(testTime !== undefined && { testMinutes: { kind: "constant", ...testTimeSpread, mean: testTime } }),
      ...(failureRate !== undefined && { failureRate }),
      ...(flakeRate !== undefined && { flakeRate }),
      ...(targets !== undefined && { targets: Array.from({ length: targets }, () => 1 / targets) }),
    },
    arrivalFactor: arrivals !== undefined && "factor" in arrivals ? arrivals.factor : undefined,
    ...{ singleMode, pullRequests, replications, seed, workers },
  };
}

/** Makes the error for options that make no simulation. */
export function createSimulationRefusal(message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message);
}

const MAX_NAMES = 5;

/**
 * Finds the workload of the queue that is simulated; without one, the only one.
 * @throws MergeQueueError `invalid_configuration`
 */
export function findSimulatedWorkload(workload: Workload, queue: QueueIdentity | undefined): QueueWorkload {
  const { queues } = workload;
  const only = queues.length === 1 ? queues[0] : undefined;
  const found = queue === undefined ? only : tryFindQueueWorkload(workload, queue);
  if (found !== undefined) return found;
  const names = queues.slice(0, MAX_NAMES).map((each) => quote(each.queue));
  const list = names.join(", ") + (queues.length > MAX_NAMES ? ", …" : "");
  throw createSimulationRefusal(
    queue === undefined
      ? `The workload contains ${queues.length} queues. Name one of them: ${list}.`
      : `The workload does not contain the queue ${formatQueueId(queue)}, but ${list}.`,
  );
}
