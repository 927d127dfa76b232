/** What a part of the soak has to do. */
export interface SoakJob {
  /** The project's root directory, absolute. */
  readonly root: string;
  /** How many: sequences, applies, schedules. At least 1. */
  readonly count: number;
  /** What everything random is derived from, 0 to 2^31 - 1. */
  readonly seed: number;
  /** Takes lines that say how far it is, and what came out. */
  readonly print: (line: string) => void;
}

/** One kind of thing that is done again and again, far more often than `npm test` does it. */
export interface SoakPart {
  /** What it is called on the command line. */
  readonly name: string;
  /** What it counts, in the plural. */
  readonly unit: string;
  /** What it makes sure of, as the second half of "makes sure that". */
  readonly claim: string;
  /** How many by default. */
  readonly count: number;
  /** How many with `--short`; all parts together then take about a minute. */
  readonly shortCount: number;
  /** The environment variable that says how many, where the command line does not. */
  readonly variable: string;
  /**
   * Does it.
   * @returns everything that is wrong; empty if nothing is
   */
  run(job: SoakJob): Promise<string>;
}
