import { ReplicationPool } from "../../foresight/drive/replication-pool";
import { type Goal, isGoalMet } from "../../foresight/goal";
import type { Pair } from "../../foresight/measure/compare";
import { describeShapes } from "../../foresight/measure/shapes";
import { type SimulateOptions, type SimulateRun, simulate } from "../../foresight/simulate";
import type { QueueForecast } from "../../report/forecast/queue-forecast";
import type { CommandContext } from "../command-session";

type Screen = Pick<CommandContext, "terminal" | "writeNote">;

/** Does something with worker threads that end with it, and shows its progress. */
export async function runInPool<Result>(
  screen: Screen,
  workers: number | undefined,
  signal: AbortSignal,
  work: (run: SimulateRun) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(screen);
  const pool = new ReplicationPool({ workers });
  try {
    return await work({
      runReplications: (setups, onProgress) => pool.run(setups, { signal, onProgress }),
      onProgress: progress.show,
    });
  } finally {
    progress.end();
    await pool.close();
  }
}

/** One line that is rewritten, on a terminal only. */
function createProgress({ terminal, writeNote }: Screen) {
  let isLineOpen = false;
  return {
    show: (done: number, most: number): void => {
      if (!terminal.isError) return;
      writeNote(`\r\u001b[KSimulating: ${done} of at most ${most} replications`);
      isLineOpen = true;
    },
    end: (): void => {
      if (isLineOpen) writeNote("\r\u001b[K");
    },
  };
}

/**
 * Makes a forecast, and what its plots show.
 * @param goals - what the proposed settings must achieve. Default: nothing
 * @returns undefined if it was interrupted before there was a result
 */
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
