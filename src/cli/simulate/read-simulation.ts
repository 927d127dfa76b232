import type { GivenLoadChange } from "../../foresight/load-change";
import type { LoadInputs } from "../../foresight/load-source";
import type { SimulateOptions } from "../../foresight/simulate";
import type { Workload } from "../../foresight/workload";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { FormatWith } from "../../report/formats";
import type { InputContext } from "../files/read-input-file";
import { readWorkloadFile } from "../workload/read-workload-file";
import type { SimulateArguments } from "./simulate-options";

export interface SimulationRequest
  extends Pick<LoadInputs, "given" | "arrivalFactor">,
    Pick<SimulateOptions, "singleMode" | "pullRequests" | "mostPullRequests" | "replications" | "seed"> {
  readonly givenChange?: GivenLoadChange;
  /** Worker threads; undefined: one for each processor. */
  readonly workers?: number | undefined;
  /** Undefined: every queue has the load that is given. */
  readonly workload: Workload | undefined;
  /** Name of its file. */
  readonly workloadFile?: string | undefined;
}

/** Reads and completes the request. @throws MergeQueueError `invalid_configuration`, `invalid_workload` */
export async function readSimulation(
  context: InputContext,
  options: SimulateArguments,
): Promise<SimulationRequest & { readonly format: FormatWith<"forecast"> }> {
  requireCompatible(options);
  const { arrivals, saturated, testTime, testTimeSpread, failureRate, flakeRate, targets } = options;
  const { singleMode, pullRequests, replications, seed, workers } = options;
  const { workload, json, format = json === true ? "json" : "text" } = options;
  const read = workload === undefined ? undefined : await readWorkloadFile(context, workload);
  if (json === true && format !== "json") {
    throw createSimulationRefusal(`--json is short for --format json; leave it out for --format ${format}.`);
  }
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
    givenChange: {
      testMinutes: options.thenTestTime,
      failureRate: options.thenFailureRate,
      arrivals: options.thenArrivals,
    },
    arrivalFactor: arrivals !== undefined && "factor" in arrivals ? arrivals.factor : undefined,
    ...{ singleMode, pullRequests, replications, seed, workers, format },
    ...{ workload: read, workloadFile: workload },
  };
}

function requireCompatible(options: SimulateArguments): void {
  const { arrivals, saturated, testTime, testTimeSpread, workload } = options;
  const hasNone = workload === undefined;
  if (hasNone && arrivals === undefined && saturated !== true)
    throw createSimulationRefusal(
      "--arrivals is missing. Give a rate such as 4.8/h, or --saturated, or a file with --workload.",
    );
  if (hasNone && testTime === undefined)
    throw createSimulationRefusal(
      "--test-time is missing. Give the mean duration of a test run such as 10m, or a file with --workload.",
    );
  if (hasNone && arrivals !== undefined && "factor" in arrivals)
    throw createSimulationRefusal("This --arrivals multiplies the arrivals of a workload: add --workload.");
  if (testTimeSpread !== undefined && testTime === undefined)
    throw createSimulationRefusal("--test-time-spread needs --test-time.");
}

export function createSimulationRefusal(message: string): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message);
}
