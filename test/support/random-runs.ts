/** How much a random test runs. */
export interface RandomRuns {
  readonly seed: number;
  readonly numRuns: number;
}

/**
 * Reads how much a random test runs: always the same, unless the environment says otherwise.
 * `MERGEQUEUE_RANDOM_RUNS` is another number of runs, `MERGEQUEUE_SEED` another seed.
 * @param standard - the number of runs by default
 * @param share - the part of the number that is wanted
 */
export function readRandomRuns(standard: number, share = 1): RandomRuns {
  const { MERGEQUEUE_RANDOM_RUNS: runs = standard, MERGEQUEUE_SEED: seed = 1 } = process.env;
  return { seed: Number(seed), numRuns: Math.max(1, Math.round(Number(runs) * share)) };
}
