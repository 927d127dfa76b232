import type { ReplicationResult, ReplicationSetup } from "../../../src/foresight/drive/replication";
import { runReplication } from "../../../src/foresight/drive/run-replication";
import type { Load } from "../../../src/foresight/load";

/** What a test changes of {@link makeSetup}. */
export type SetupChanges = Partial<Omit<ReplicationSetup, "settings" | "load">> & {
  readonly settings?: Partial<ReplicationSetup["settings"]>;
  readonly load?: Partial<Load>;
};

/** Makes a replication of one line that tests one pull request at a time, 10 minutes, at 80 % of capacity. */
export function makeSetup({ settings, load, ...changes }: SetupChanges = {}): ReplicationSetup {
  return {
    settings: {
      mode: "single",
      concurrency: 1,
      bisectionConcurrency: 1,
      testingTimeoutMinutes: 10_000,
      pendingFailureDepth: 0,
      canOptimisticallyMerge: false,
      batch: false,
      batchingMaxWaitTimeMinutes: 5,
      batchingMinSize: 4,
      optimizationMode: "off",
      ...settings,
    },
    singleMode: "one-at-a-time",
    load: {
      arrivals: { kind: "poisson", perHour: 4.8 },
      testMinutes: { kind: "constant", mean: 10 },
      failureRate: 0,
      flakeRate: 0,
      targets: [1],
      ...load,
    },
    pullRequests: 400,
    seed: "1",
    replication: 0,
    awaitsMerges: true,
    ...changes,
  };
}

/** Runs replications 0 to `count - 1`. */
export function replicate(count: number, changes: SetupChanges): ReplicationResult[] {
  return Array.from({ length: count }, (_, replication) =>
    runReplication(makeSetup({ ...changes, replication })),
  );
}

/** So many targets that two pull requests in a queue practically never share one. */
export const NO_DEPENDENCIES: readonly number[] = Array.from({ length: 5_000 }, () => 1 / 5_000);

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Adds up a count of several replications. */
export function sumOf(
  results: readonly ReplicationResult[],
  name: Exclude<
    keyof ReplicationResult,
    "minutesToMerge" | "meanMinutesByTenth" | "parts" | "queueLengthByHour"
  >,
): number {
  return results.reduce((sum, result) => sum + result[name], 0);
}
