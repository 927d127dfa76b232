import type { ReplicationResult, ReplicationSetup } from "./replication";
import { type PoolOptions, ReplicationPool, type RunOptions } from "./replication-pool";

/**
 * Runs replications in worker threads that end with the call. For several calls, a {@link ReplicationPool} saves their start.
 * @returns their results in the order of the setups; undefined for those that had not ended when the call was aborted
 * @throws RangeError if a setup is out of range
 */
export async function runReplications(
  setups: readonly ReplicationSetup[],
  options: PoolOptions & RunOptions = {},
): Promise<(ReplicationResult | undefined)[]> {
  const pool = new ReplicationPool(options);
  try {
    return await pool.run(setups, options);
  } finally {
    await pool.close();
  }
}
