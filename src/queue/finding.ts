/** One thing that is wrong with an input. Validation collects all findings before it stops. */
export interface Finding {
  /** Where, in wire names from the outside in: `["repo", "host"]`, `["concurrency"]`. */
  readonly path: readonly string[];
  /** What is wrong, what was given, and what is allowed instead. A whole sentence without the path. */
  readonly message: string;
}
