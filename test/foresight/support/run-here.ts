import { ReplicationPool } from "../../../src/foresight/replication-pool";
import type { SimulateRun } from "../../../src/foresight/simulate";

/** Runs replications in this thread, one after the other. */
export function runHere(): SimulateRun {
  const pool = new ReplicationPool({ workers: 0 });
  return { runReplications: (setups) => pool.run(setups) };
}
