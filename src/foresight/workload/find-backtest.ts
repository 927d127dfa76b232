import type { QueueWorkload } from "./workload-schema";

/** What was forecast of the last third of a history from its first two thirds, and what happened; kept in a workload. */
export type Backtest = NonNullable<QueueWorkload["backtest"]>;

/** Why there is no backtest. */
export interface NoBacktest {
  /** Without its full stop: `the numbers were given by hand`. */
  readonly reason: string;
}

/** Finds the backtest of a workload, or why it has none. @param workload - undefined: there is none either */
export function findBacktest(workload: QueueWorkload | undefined): Backtest | NoBacktest {
  if (workload === undefined) return { reason: "the numbers were given by hand" };
  const { backtest, arrivalsPerHour, testMinutes } = workload;
  if (backtest !== undefined) return backtest;
  const isRecorded = [arrivalsPerHour, testMinutes].every((estimate) => estimate?.source === "recorder");
  return {
    reason: isRecorded
      ? "the recording was too short for it, or the workload was changed since"
      : "only a recording shows how long pull requests took to merge",
  };
}
