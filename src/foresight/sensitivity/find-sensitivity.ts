import type { Sensitivity, SensitivityEnd, SensitivityRow } from "../forecast";
import { compare } from "../measure/compare";
import { roundComparison } from "../measure/round-comparison";
import { type PairOptions, runPairs } from "../run-pairs";
import type { SimulateOptions, SimulateRun } from "../simulate";
import type { LoadEnd, LoadRange } from "./list-load-ranges";

/** Replications at each end unless their number is given: as many as a forecast has at least. */
const REPLICATIONS = 8;

/**
 * Simulates both settings at the ends of what is known about the load, with the random numbers of the forecast: the first
 * replications are those of the forecast but for one parameter.
 */
export async function findSensitivity(
  options: PairOptions & Pick<SimulateOptions, "replications">,
  ranges: readonly LoadRange[],
  run: SimulateRun,
): Promise<Sensitivity> {
  const replications = options.replications ?? REPLICATIONS;
  const most = 2 * ranges.length * replications;
  const rows: SensitivityRow[] = [];
  let done = 0;
  const tryEnd = async ({ value, drawLoad }: LoadEnd): Promise<SensitivityEnd | undefined> => {
    const pairs = await runPairs({ ...options, drawLoad }, 0, replications, run.runReplications, (ended) =>
      run.onProgress?.(done + ended, most),
    );
    done += pairs.length;
    return pairs.length < replications ? undefined : { value, ...roundComparison(compare(pairs)) };
  };
  for (const { parameter, low, high } of ranges) {
    const ends = { low: await tryEnd(low), high: await tryEnd(high) };
    if (ends.low === undefined || ends.high === undefined) return { replications, rows, interrupted: true };
    rows.push({ parameter, low: ends.low, high: ends.high });
  }
  return { replications, rows };
}
