import type { EstimatedWorkload } from "../../foresight/estimate-workload";
import type { History } from "../../foresight/history";
import { tryFindQueueWorkload } from "../../foresight/queue-workload";
import { type BacktestOptions, runBacktest, splitHistory } from "../../foresight/run-backtest";
import type { SimulatedSettings } from "../../foresight/simulated-settings";
import type { Workload } from "../../foresight/workload";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { pickGiven } from "../parse-options";
import { runInPool } from "../simulate/run-forecast";
import { resolveSettings, type SomeSettings } from "./resolve-settings";

interface AddOptions
  extends Pick<BacktestOptions, "queue" | "singleMode">,
    Pick<Connection, "stopSignal">,
    Pick<CommandSession, "context"> {
  readonly settings: SomeSettings;
  /** Workload in the file of `--add-to`. It may have parameters that no history shows, such as CI slots. */
  readonly before: Workload | undefined;
}

/** Adds a backtest: forecasts the last third of the history from the first two. On failure, adds a note. */
export async function addBacktest(
  { workload, notes }: EstimatedWorkload,
  history: History,
  options: AddOptions,
): Promise<EstimatedWorkload> {
  const tested = await backtest(history, options);
  if (tested === undefined) return { workload, notes };
  return "reason" in tested
    ? { workload, notes: [...notes, `Not backtested: ${tested.reason}.`] }
    : { workload: { ...workload, backtest: tested }, notes };
}

async function backtest(history: History, options: AddOptions): ReturnType<typeof runBacktest> {
  const { queue, singleMode, before, context, stopSignal } = options;
  const split = splitHistory(history);
  if ("reason" in split) return split;
  const settings = tryComplete(options.settings);
  if (settings === undefined) return { reason: "the settings of the queue cannot be simulated" };
  const { targets, ciSlots, conflictRate } = (before && tryFindQueueWorkload(before, queue)) ?? {};
  const known = pickGiven({ targets, ciSlots, conflictRate });
  const { tested } = await runInPool(context, undefined, stopSignal, async ({ runReplications }) => ({
    tested: await runBacktest(split, { queue, singleMode, settings, known, runReplications }),
  }));
  return tested;
}

function tryComplete(settings: SomeSettings): SimulatedSettings | undefined {
  try {
    return resolveSettings(settings).settings;
  } catch (error) {
    if (isMergeQueueError(error)) return undefined;
    throw error;
  }
}
