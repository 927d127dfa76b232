import { ReplicationPool } from "../../foresight/drive/replication-pool";
import type { Forecast } from "../../foresight/forecast";
import type { Pair } from "../../foresight/measure/compare";
import { describeShapes, type Shapes } from "../../foresight/measure/shapes";
import { type SimulateOptions, type SimulateRun, simulate } from "../../foresight/simulate";
import type { CommandSession } from "../command-session";
import { createSimulationProgress } from "./simulation-progress";

/** A forecast, and what its plots show. */
export interface DrawnForecast {
  readonly forecast: Forecast;
  readonly shapes: Shapes;
}

/** Does something with worker threads that end with it, and shows its progress. */
export async function runInPool<Result>(
  { context }: Pick<CommandSession, "context">,
  workers: number | undefined,
  signal: AbortSignal,
  work: (run: SimulateRun) => Promise<Result>,
): Promise<Result> {
  const progress = createSimulationProgress(context);
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

/**
 * Makes a forecast.
 * @returns undefined if it was interrupted before there was a result
 */
export async function runForecast(
  simulation: SimulateOptions,
  run: SimulateRun,
): Promise<DrawnForecast | undefined> {
  let pairs: readonly Pair[] = [];
  const onEnd = (all: readonly Pair[]): void => {
    pairs = all;
  };
  const forecast = await simulate(simulation, { ...run, onEnd });
  return forecast === undefined ? undefined : { forecast, shapes: describeShapes(pairs) };
}
