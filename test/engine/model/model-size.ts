/** How many schedules the model tests run. */
export interface ModelSize {
  /** The seed of the schedules. */
  readonly seed: number;
  /** How many schedules. */
  readonly numRuns: number;
}

/**
 * Reads how much to look at: 150 schedules, always the same, unless the environment says otherwise.
 * `MERGEQUEUE_MODEL_RUNS` is another number of schedules, `MERGEQUEUE_MODEL_SEED` another seed, `random` for any.
 * @param share - the part of the schedules that is wanted
 */
export function readModelSize(share = 1): ModelSize {
  const { MERGEQUEUE_MODEL_RUNS: runs = "150", MERGEQUEUE_MODEL_SEED: seed = "20260101" } = process.env;
  return {
    seed: seed === "random" ? Math.trunc(Math.random() * 2 ** 31) : Number(seed),
    numRuns: Math.max(1, Math.round(Number(runs) * share)),
  };
}
