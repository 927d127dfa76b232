import type { ReplicationResult, ReplicationSetup } from "../drive/replication";
import { SIMULATED_SETTING_NAMES } from "../drive/simulated-settings";
import type { SimulateRun } from "../simulate";

/**
 * Returns a run that simulates no replication twice. Only for setups with the same mode of single, and loads that depend on
 * the replication alone.
 */
export function rememberReplications(run: SimulateRun): SimulateRun {
  const known = new Map<string, ReplicationResult>();
  return {
    ...run,
    runReplications: async (setups, onProgress) => {
      const keys = setups.map(toKey);
      const missing = setups.filter((_, index) => !known.has(keys[index] ?? ""));
      const before = setups.length - missing.length;
      const results = await run.runReplications(missing, (done) => {
        onProgress(before + done);
      });
      for (const [index, result] of results.entries()) {
        const setup = missing[index];
        if (setup !== undefined && result !== undefined) known.set(toKey(setup), result);
      }
      return keys.map((key) => known.get(key));
    },
  };
}

function toKey({ settings, seed, replication, pullRequests }: ReplicationSetup): string {
  const values = SIMULATED_SETTING_NAMES.map((name) => settings[name]);
  return JSON.stringify([seed, replication, pullRequests, ...values]);
}
