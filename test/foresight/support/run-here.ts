import { runReplication } from "../../../src/foresight/drive/run-replication";
import type { SimulateRun } from "../../../src/foresight/simulate";

/** Runs replications in this thread, one after the other. */
export function runHere(changes: Partial<SimulateRun> = {}): SimulateRun {
  return {
    runReplications: (setups, onResult) => {
      for (const [index, setup] of setups.entries()) onResult(runReplication(setup), index);
      return Promise.resolve();
    },
    ...changes,
  };
}
