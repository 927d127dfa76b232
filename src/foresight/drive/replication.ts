import type { Load } from "../load";
import type { SimulatedSettings, SingleMode } from "../simulated-settings";

/** All inputs of one replication. The inputs can be cloned for a worker thread. */
export interface ReplicationSetup {
  readonly settings: SimulatedSettings;
  readonly singleMode: SingleMode;
  readonly load: Load;
  /** Submitted pull requests, including the warm-up: 10 or more. */
  readonly pullRequests: number;
  /** The same seed and replication give the same pull requests and tests, whatever the settings. */
  readonly seed: string;
  readonly replication: number;
  /** Whether to wait until all pull requests of the window have left. Times to merge are known only then. */
  readonly awaitsMerges: boolean;
}

/** A part of a saturated window: the pull requests that left in it, and the test runs that began in it. */
export interface WindowPart {
  readonly hours: number;
  /** Pull requests (at least one) that left the queue because they merged or failed. */
  readonly conclusions: number;
  readonly testRuns: number;
  /** Sum of the planned minutes of the test runs that began in this part. */
  readonly testMinutes: number;
}

/**
 * The result of one replication after its warm-up. The window lasts from the first submission after the
 * warm-up to the last submission. With saturated arrivals, it lasts from the conclusion that ends the warm-up
 * to the last conclusion.
 */
export interface ReplicationResult {
  /** Times to merge of the window's pull requests, in minutes, ascending. Empty unless `awaitsMerges`. */
  readonly minutesToMerge: readonly number[];
  /** Mean minutes to merge of each tenth of the window's pull requests; undefined if nothing merged. */
  readonly meanMinutesByTenth: readonly (number | undefined)[];
  /** Pull requests of the window that had not left when the replication ended. */
  readonly unconcluded: number;
  /** Successive parts of the window if arrivals are saturated; otherwise empty. */
  readonly parts: readonly WindowPart[];
  readonly durationHours: number;
  readonly merged: number;
  /** Broken pull requests among {@link merged}. */
  readonly brokenMerged: number;
  /** Pull requests that were removed as failed in the window. */
  readonly failed: number;
  /** Pull requests that were not broken and left the queue in the window, merged or failed. */
  readonly goodConcluded: number;
  /** Pull requests of {@link goodConcluded} that were removed as failed. */
  readonly goodEvicted: number;
  /** Minutes of test execution in the window, summed over all runs, without waiting for a CI slot. */
  readonly ciMinutes: number;
  /** Test runs that ended in the window, including cancelled test runs. */
  readonly testRuns: number;
  /** Number of {@link testRuns} that timed out. */
  readonly timedOutRuns: number;
  /** Mean queue length (pull requests) in each of the 24 hours of a day (UTC); undefined if not measured. */
  readonly queueLengthByHour: readonly (number | undefined)[];
}

/** Called with the number of pull requests that have been simulated so far. The number never falls. */
export type OnProgress = (pullRequests: number) => void;

/** Purpose of replications: find the capacity, try many settings briefly, or compare two settings. */
export type Phase = "pilot" | "screening" | "comparison";

/** Runs replications. Results are in the order of the setups; undefined for those that were interrupted. */
export type RunReplications = (
  setups: readonly ReplicationSetup[],
  phase: Phase,
) => Promise<readonly (ReplicationResult | undefined)[]>;

/** Thrown to end a simulation after an interrupt. */
export class Interrupted extends Error {}

/** Runs replications. @throws Interrupted if an interrupt came before all replications ended */
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

/** Returns the result of `work`; undefined if `work` throws Interrupted. */
export async function tryUninterrupted<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}
