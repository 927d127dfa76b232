import type { SimulatedSettings } from "../../foresight/drive/simulated-settings";
import { listAssumptions } from "../../foresight/list-assumptions";
import type { Load } from "../../foresight/load";
import { createLoadSource, type LoadInputs } from "../../foresight/load-source";
import type { SimulateOptions } from "../../foresight/simulate";
import type { ResolvedSettings } from "../workload/resolve-settings";

/** The load and the extent of simulations. */
export interface SimulationExtent
  extends Pick<LoadInputs, "given" | "arrivalFactor">,
    Pick<SimulateOptions, "singleMode" | "pullRequests" | "replications" | "seed"> {
  /** Worker threads; undefined: one for each processor. */
  readonly workers: number | undefined;
}

/** What is simulated. */
interface Subject extends Pick<LoadInputs, "workload">, Pick<SimulateOptions, "queue" | "then"> {
  readonly now: ResolvedSettings;
  /** Settings to change that have no part in a simulation. */
  readonly ignored: readonly string[];
  /** What else it assumes. */
  readonly assumed: readonly string[];
}

/** A simulation that can begin. */
export interface PreparedSimulation {
  readonly simulation: SimulateOptions;
  /** The load with the best value of each parameter. */
  readonly load: Load;
  /** Returns what a simulation of a change to these settings assumes. */
  readonly assume: (then: SimulatedSettings) => string[];
}

/**
 * Joins what a simulation needs.
 * @throws MergeQueueError as `createLoadSource`
 */
export function prepareSimulation(
  { queue, workload, now: { settings: now, defaulted }, then, ignored, assumed }: Subject,
  { given, arrivalFactor, singleMode, pullRequests, replications, seed }: SimulationExtent,
): PreparedSimulation {
  const { load, ...source } = createLoadSource({ workload, given, arrivalFactor, seed });
  const assume: PreparedSimulation["assume"] = (settings) => [
    ...listAssumptions({ now, then: settings, singleMode, load, defaulted, ignored }),
    ...assumed,
  ];
  const extent = { singleMode, pullRequests, replications, seed };
  return { simulation: { queue, now, then, ...source, assumptions: assume(then), ...extent }, load, assume };
}
