/** One problem of an input. Validation collects all findings. */
export interface Finding {
  /** Path in wire names: `["repo", "host"]`, `["concurrency"]`. */
  readonly path: readonly string[];
  /** What is wrong, what was given, and what is allowed instead. A whole sentence without the path. */
  readonly message: string;
}
