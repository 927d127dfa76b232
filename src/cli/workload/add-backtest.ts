import type { EstimatedWorkload } from "../../foresight/estimate-workload";
import type { History } from "../../foresight/history";
import { tryFindQueueWorkload } from "../../foresight/queue-workload";
import { ReplicationPool } from "../../foresight/replication-pool";
import {
  type BacktestOptions,
  runBacktest,
  type SplitHistory,
  splitHistory,
} from "../../foresight/run-backtest";
import type { SimulatedSettings } from "../../foresight/simulated-settings";
import type { Workload } from "../../foresight/workload";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { resolveSettings, type SomeSettings } from "./resolve-settings";

interface AddOptions extends Pick<BacktestOptions, "queue" | "singleMode"> {
  /** The file that the workload is added to: it may contain what no history shows. */
  readonly before: Workload | undefined;
}

/**
 * Adds to a workload how well its history's first two thirds forecast the last, or a note why it is unknown.
 * The settings are those of the recording; if it has none at that time, the last ones that were seen.
 */
export async function addBacktest(
  { workload, notes }: EstimatedWorkload,
  history: History,
  options: AddOptions,
): Promise<EstimatedWorkload> {
  const split = splitHistory(history);
  const tested = "reason" in split ? split : await runInPool(split, history, options);
  if (tested === undefined) return { workload, notes };
  return "reason" in tested
    ? { workload, notes: [...notes, `Not backtested: ${tested.reason}.`] }
    : { workload: { ...workload, backtest: tested }, notes };
}

async function runInPool(
  split: SplitHistory,
  { recording }: History,
  options: AddOptions,
): ReturnType<typeof runBacktest> {
  const settings = tryComplete(split.settings ?? recording.settings);
  if (settings === undefined) return { reason: "the settings of the queue cannot be simulated" };
  const settingsFrom = split.settings === undefined ? "queue" : "recording";
  const pool = new ReplicationPool();
  const runReplications: BacktestOptions["runReplications"] = (setups) => pool.run(setups);
  const known = findKnown(options);
  try {
    return await runBacktest(split, { ...options, settings, settingsFrom, known, runReplications });
  } finally {
    await pool.close();
  }
}

function findKnown({ before, queue }: AddOptions): BacktestOptions["known"] {
  const { targets, ciSlots, conflictRate } = (before && tryFindQueueWorkload(before, queue)) ?? {};
  return { ...(targets && { targets }), ...(ciSlots && { ciSlots }), ...(conflictRate && { conflictRate }) };
}

/** @returns undefined if a value cannot be simulated */
function tryComplete(settings: SomeSettings = {}): SimulatedSettings | undefined {
  try {
    return resolveSettings(settings).settings;
  } catch (error) {
    if (isMergeQueueError(error)) return undefined;
    throw error;
  }
}
