/** The arguments of one part of a soak run. */
export interface SoakJob {
  /** The project's root directory, absolute. */
  readonly root: string;
  /** How many sequences, applies or schedules; at least 1. */
  readonly count: number;
  /** The seed of all random choices, 0 to 2^31 - 1. */
  readonly seed: number;
  /** Prints a line about progress or results. */
  readonly print: (line: string) => void;
}

/** A random test that runs far longer than in `npm test`. */
export interface SoakPart {
  /** Its name on the command line. */
  readonly name: string;
  /** The unit of its count, in the plural. */
  readonly unit: string;
  /** The property that it proves, as a clause. */
  readonly claim: string;
  /** The default count. */
  readonly count: number;
  /** The count with `--short`; all parts together then take about a minute. */
  readonly shortCount: number;
  /** The environment variable with another default count. */
  readonly variable: string;
  /** Runs the part. @returns the failures; empty if there are none */
  run(job: SoakJob): Promise<string>;
}
