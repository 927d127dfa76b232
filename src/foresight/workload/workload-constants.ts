// Apart from the schema, whose library is slow to load.

/** The `format` field of a workload file. */
export const WORKLOAD_FORMAT = "mergequeue-workload";

/** The only version that is written and read. */
export const WORKLOAD_VERSION = 1;

/** Where an estimate comes from. */
export const WORKLOAD_SOURCES = [
  /** The list of pull requests that the service returns. */
  "interface",
  /** A recording: a queue that was watched. */
  "recorder",
  /** A CSV file of CI runs. */
  "csv",
  /** The history of the target branch. */
  "git",
  /** Nothing: a number written by hand. */
  "assumed",
] as const;

/** Hours from Monday 0:00 UTC to Sunday 24:00 UTC. */
export const HOURS_OF_WEEK = 168;
