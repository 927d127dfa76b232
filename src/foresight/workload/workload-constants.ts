// Separate from the schema, because zod is slow to load.

export const WORKLOAD_FORMAT = "mergequeue-workload";
/** The only version of the file that the product writes and reads. */
export const WORKLOAD_VERSION = 1;

/**
 * The sources of estimates, in this order: the service's list of pull requests, its testing results, its
 * timelines, a recording by a version before 2.0, CI runs, git, and numbers given by hand.
 */
export const WORKLOAD_SOURCES = [
  "interface",
  "results",
  "timelines",
  "recorder",
  "csv",
  "git",
  "assumed",
] as const;
/** Number of hours from Monday 0:00 UTC to Sunday 24:00 UTC. */
export const HOURS_OF_WEEK = 168;
/** Monday, 5 January 1970, 0:00 UTC. */
export const FIRST_MONDAY_MS = 345_600_000;
