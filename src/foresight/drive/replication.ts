import type { Load } from "../load";
import type { SimulatedSettings, SingleMode } from "../simulated-settings";

/** Everything that one replication depends on. It can be cloned for a worker thread. */
export interface ReplicationSetup {
  readonly settings: SimulatedSettings;
  readonly singleMode: SingleMode;
  readonly load: Load;
  /** Pull requests that are submitted, warm-up included: 10 or more. */
  readonly pullRequests: number;
  /** The same seed and replication give the same pull requests and tests, whatever the settings. */
  readonly seed: string;
  readonly replication: number;
  /** Whether to go on until all pull requests of the window have left: times to merge need that. */
  readonly awaitsMerges: boolean;
}

/** A part of a saturated window: what concluded in it, and the test runs that began in it. */
export interface WindowPart {
  readonly hours: number;
  /** Pull requests that left the queue, merged or failed: at least one. */
  readonly conclusions: number;
  readonly testRuns: number;
  /** Minutes that these test runs take if nothing ends them before. */
  readonly testMinutes: number;
}

/**
 * What happened in one replication, after the warm-up. "In the window" means: between the submission of the
 * first pull request after the warm-up and that of the last one. With saturated arrivals: between the
 * conclusions that end the warm-up and the replication.
 */
export interface ReplicationResult {
  /** Minutes from submission in the window to a merge at any time, ascending. Empty if not awaited. */
  readonly minutesToMerge: readonly number[];
  /** Mean of these minutes for each tenth of the window's pull requests; undefined: none merged. */
  readonly meanMinutesByTenth: readonly (number | undefined)[];
  /** Pull requests of the window that had not left when the replication ended. */
  readonly unconcluded: number;
  /** Successive parts of a window with saturated arrivals; empty with other arrivals. */
  readonly parts: readonly WindowPart[];
  readonly durationHours: number;
  readonly merged: number;
  /** The broken ones of {@link merged}. */
  readonly brokenMerged: number;
  /** Pull requests that were removed as failed in the window. */
  readonly failed: number;
  /** Pull requests in the window that left the queue, merged or failed, and are not broken. */
  readonly goodConcluded: number;
  /** Of {@link goodConcluded}, those that were removed as failed. */
  readonly goodEvicted: number;
  /** Minutes of test execution in the window, summed over all runs, without waiting for a CI slot. */
  readonly ciMinutes: number;
  /** Test runs that ended in the window, cancelled ones included. */
  readonly testRuns: number;
  /** Of {@link testRuns}, those that took longer than the queue waits. */
  readonly timedOutRuns: number;
  /** Mean queue length in pull requests by hour of the day (UTC), 24 values; undefined: not in the window. */
  readonly queueLengthByHour: readonly (number | undefined)[];
}

/** Called with the number of pull requests that have been simulated so far, ascending. */
export type OnProgress = (pullRequests: number) => void;

/** What replications are for: finding the capacity, trying many settings briefly, or the results. */
export type Phase = "pilot" | "screening" | "comparison";

/** Runs replications, in the order of the setups; undefined for those that an interrupt has prevented. */
export type RunReplications = (
  setups: readonly ReplicationSetup[],
  phase: Phase,
) => Promise<readonly (ReplicationResult | undefined)[]>;

/** Ends a simulation from any depth. */
export class Interrupted extends Error {}

/** Runs replications. @throws Interrupted if not all of them have ended */
export async function runAll(
  setups: readonly ReplicationSetup[],
  phase: Phase,
  run: RunReplications,
): Promise<ReplicationResult[]> {
  const results = setups.length === 0 ? [] : await run(setups, phase);
  const complete = results.filter((result) => result !== undefined);
  if (complete.length < setups.length) throw new Interrupted();
  return complete;
}
