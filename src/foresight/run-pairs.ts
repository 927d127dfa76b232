import type { ReplicationResult, ReplicationSetup } from "./drive/replication";
import { listChangedSettings, type SimulatedSettings } from "./drive/simulated-settings";
import type { Load } from "./load";
import type { Pair } from "./measure/compare";

/** What pairs of replications depend on. */
export interface PairOptions extends Pick<ReplicationSetup, "singleMode" | "pullRequests" | "seed"> {
  readonly now: SimulatedSettings;
  readonly then: SimulatedSettings;
  /** Returns the load of a replication: the same one each time, or one drawn from what is known about its parameters. */
  readonly drawLoad: (replication: number) => Load;
}

/**
 * Runs replications, as `ReplicationPool.run` does.
 * @param onProgress - called after each replication with the number of those that have ended
 * @returns their results in the order of the setups; undefined for those that an interrupt has prevented
 */
export type RunReplications = (
  setups: readonly ReplicationSetup[],
  onProgress: (done: number) => void,
) => Promise<readonly (ReplicationResult | undefined)[]>;

/**
 * Runs pairs of replications.
 * @param from - index of the first replication
 * @param onProgress - called with the number of pairs that have ended
 * @returns the complete ones, in order
 */
export async function runPairs(
  { now, then, drawLoad, singleMode, pullRequests, seed }: PairOptions,
  from: number,
  count: number,
  runReplications: RunReplications,
  onProgress: (done: number) => void,
): Promise<Pair[]> {
  // Equal settings have equal results.
  const variants = listChangedSettings(now, then).length === 0 ? [now] : [now, then];
  const setups = Array.from({ length: count }, (_, index) => from + index).flatMap((replication) => {
    const load = drawLoad(replication);
    return variants.map((settings) => ({ settings, singleMode, load, pullRequests, seed, replication }));
  });
  const results = await runReplications(setups, (done) => {
    onProgress(Math.floor(done / variants.length));
  });
  return Array.from({ length: count }, (_, index) => index * variants.length).flatMap((at) => {
    const [ofNow, ofThen] = [results[at], results[at + variants.length - 1]];
    return ofNow === undefined || ofThen === undefined ? [] : [{ now: ofNow, then: ofThen }];
  });
}
