import { ReplicationPool } from "../../foresight/drive/replication-pool";
import { type Goal, isGoalMet } from "../../foresight/goal";
import type { Pair } from "../../foresight/measure/compare";
import { describeShapes } from "../../foresight/measure/shapes";
import { type SimulateOptions, type SimulateRun, simulate } from "../../foresight/simulate";
import type { QueueForecast } from "../../report/forecast/queue-forecast";
import type { CommandContext } from "../command-session";

/** Does something with worker threads that end with it. On a terminal, one line that is rewritten shows the progress. */
export async function runInPool<Result>(
  { terminal, writeNote }: Pick<CommandContext, "terminal" | "writeNote">,
  workers: number | undefined,
  signal: AbortSignal,
  work: (run: SimulateRun) => Promise<Result>,
): Promise<Result> {
  let isLineOpen = false as boolean;
  const pool = new ReplicationPool({ workers });
  try {
    return await work({
      runReplications: (setups, onProgress) => pool.run(setups, { signal, onProgress }),
      onProgress: (done, most) => {
        if (!terminal.isError) return;
        writeNote(`\r\u001b[KSimulating: ${done} of at most ${most} replications`);
        isLineOpen = true;
      },
    });
  } finally {
    if (isLineOpen) writeNote("\r\u001b[K");
    await pool.close();
  }
}

/** Makes a forecast, and what its plots show; undefined if it was interrupted before there was a result. */
export async function runForecast(
  simulation: SimulateOptions,
  run: SimulateRun,
  goals: readonly Goal[] = [],
): Promise<Extract<QueueForecast, { kind: "forecast" }> | undefined> {
  let pairs: readonly Pair[] = [];
  const onEnd = (all: readonly Pair[]): void => {
    pairs = all;
  };
  const forecast = await simulate(simulation, { ...run, onEnd });
  if (forecast === undefined) return undefined;
  const unmet = goals.filter((goal) => !isGoalMet(goal, forecast.then));
  return { kind: "forecast", forecast, shapes: describeShapes(pairs), unmet };
}
