import type { SingleMode } from "../../foresight/drive/replication";
import type { Load } from "../../foresight/load";
import { tryFindQueueWorkload } from "../../foresight/workload/parse-workload";
import type { QueueWorkload, Workload } from "../../foresight/workload/workload-schema";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { ForecastFormat } from "../../report/formats";
import { quote } from "../../text/quote";
import type { InputContext } from "../files/read-input-file";
import { readWorkloadFile } from "../workload/read-workload-file";
import type { GivenSettings } from "./given-settings";
import type { SimulateArguments } from "./simulate-options";

/** The load and the extent of simulations, checked. */
export interface SimulationExtent {
  /** What the command line says about the load. Complete without a workload. */
  readonly given: Partial<Load>;
  readonly arrivalFactor: number | undefined;
  readonly singleMode: SingleMode;
  readonly pullRequests: number;
  readonly replications: number | undefined;
  readonly seed: string;
  readonly workers: number | undefined;
}

/** The checked arguments of a simulation. */
export interface SimulationRequest extends SimulationExtent {
  /** Undefined: no existing queue. */
  readonly queue: QueueIdentity | undefined;
  readonly now: GivenSettings;
  readonly set: GivenSettings;
  readonly workload: QueueWorkload | undefined;
  readonly format: ForecastFormat;
}

/** The checked arguments of a simulation of stacks. */
export interface StackSimulationRequest extends SimulationExtent {
  /** May hold several queues. Undefined: every queue has the load that the command line gives. */
  readonly workload: Workload | undefined;
  readonly format: ForecastFormat;
}

/**
 * Reads the workload, and completes what the command line says.
 * @throws MergeQueueError `invalid_configuration`, `invalid_workload`
 */
export async function readSimulation(
  context: InputContext,
  queue: QueueIdentity | undefined,
  options: SimulateArguments,
): Promise<SimulationRequest> {
  const extent = toExtent(options);
  const workload = await tryReadWorkload(context, options);
  return {
    ...extent,
    queue,
    now: options.now ?? new Map(),
    set: options.set ?? new Map(),
    workload: workload && chooseQueue(workload, queue),
    format: toFormat(options),
  };
}

/** As {@link readSimulation}, for a stack: that says which queues change, and how. */
export async function readStackSimulation(
  context: InputContext,
  queue: QueueIdentity | undefined,
  options: SimulateArguments,
): Promise<StackSimulationRequest> {
  if (queue !== undefined)
    throw refuse(
      "A queue must be left out with --stack: the stack says what changes. Use --only to select queues.",
    );
  const extent = toExtent(options);
  return { ...extent, workload: await tryReadWorkload(context, options), format: toFormat(options) };
}

function toExtent(options: SimulateArguments): SimulationExtent {
  const { arrivals, saturated, testTime, testTimeSpread, failureRate, flakeRate, targets, workload } =
    options;
  if (workload === undefined) {
    if (arrivals === undefined && saturated !== true)
      throw refuse(
        "--arrivals is missing. Give a rate such as 4.8/h, or --saturated, or a file with --workload.",
      );
    if (testTime === undefined)
      throw refuse(
        "--test-time is missing. Give the mean duration of a test run such as 10m, or a file with --workload.",
      );
    if (arrivals !== undefined && "factor" in arrivals)
      throw refuse("This --arrivals multiplies the arrivals of a workload: add --workload.");
  }
  if (testTimeSpread !== undefined && testTime === undefined)
    throw refuse("--test-time-spread needs --test-time.");
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
    singleMode: options.singleMode,
    pullRequests: options.pullRequests,
    replications: options.replications,
    seed: options.seed,
    workers: options.workers,
  };
}

function toFormat({ json, format = json === true ? "json" : "text" }: SimulateArguments): ForecastFormat {
  if (json !== true || format === "json") return format;
  throw refuse(`--json is short for --format json; leave it out for --format ${format}.`);
}

function refuse(message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message);
}

async function tryReadWorkload(
  context: InputContext,
  { workload }: SimulateArguments,
): Promise<Workload | undefined> {
  return workload === undefined ? undefined : readWorkloadFile(context, workload);
}

function chooseQueue(workload: Workload, queue: QueueIdentity | undefined): QueueWorkload {
  const [first, ...others] = workload.queues;
  const found = queue === undefined ? first : tryFindQueueWorkload(workload, queue);
  if (found !== undefined && (queue !== undefined || others.length === 0)) return found;
  throw refuse(
    queue === undefined
      ? `The workload contains ${workload.queues.length} queues. Name one of them: ${listQueues(workload)}.`
      : `The workload does not contain the queue ${formatQueueId(queue)}, but ${listQueues(workload)}.`,
  );
}

const MAX_NAMES = 5;

function listQueues({ queues }: Workload): string {
  const names = queues.slice(0, MAX_NAMES).map(({ queue }) => quote(queue));
  return queues.length > MAX_NAMES ? `${names.join(", ")}, …` : names.join(", ");
}
