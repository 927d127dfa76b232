/** One problem of an input. Validation collects all findings. */
export interface Finding {
  /** Path in wire names: `["repo", "host"]`, `["concurrency"]`. */
  readonly path: readonly string[];
  /** The rule, the given value, and what is allowed instead. A whole sentence without the path. */
  readonly message: string;
}
