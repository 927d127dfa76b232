/** One problem of an input. A validation returns all problems that it finds. */
export interface Finding {
  /** Path to the wrong value, in wire names: `["repo", "host"]`, `["concurrency"]`. */
  readonly path: readonly string[];
  /** A sentence with the rule, the given value and the allowed values, but without the path. */
  readonly message: string;
}
