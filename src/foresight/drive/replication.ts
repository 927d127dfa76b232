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
  /** Whether to continue until all pull requests of the window have left. Times to merge require this. */
  readonly awaitsMerges: boolean;
}

/** A part of a saturated window: the pull requests that left in it, and the test runs that began in it. */
export interface WindowPart {
  readonly hours: number;
  /** Pull requests (at least one) that left the queue because they merged or failed. */
  readonly conclusions: number;
  readonly testRuns: number;
  /** Total planned minutes of these test runs. */
  readonly testMinutes: number;
}

/**
 * The result of one replication after its warm-up. The window lasts from the first submission after the
 * warm-up to the last submission. With saturated arrivals, it lasts from the conclusion that ends the warm-up
 * to the last conclusion.
 */
export interface ReplicationResult {
  /** Minutes from submission to merge of the window's merges, ascending. Empty unless `awaitsMerges`. */
  readonly minutesToMerge: readonly number[];
  /** Mean minutes to merge for each tenth of the window's pull requests; undefined if no merge is in it. */
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
  /** Test runs of {@link testRuns} that timed out. */
  readonly timedOutRuns: number;
  /** Mean queue length in pull requests by hour of the day (UTC), 24 values; undefined for an unseen hour. */
  readonly queueLengthByHour: readonly (number | undefined)[];
}

/** Called with the number of pull requests that have been simulated so far, ascending. */
export type OnProgress = (pullRequests: number) => void;

/** Purpose of replications: find the capacity, try many settings briefly, or compare two settings. */
export type Phase = "pilot" | "screening" | "comparison";

/** Runs replications. Results are in the order of the setups. Undefined if an interrupt came first. */
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

/** Does work. @returns undefined if the work throws Interrupted */
export async function tryUninterrupted<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}
