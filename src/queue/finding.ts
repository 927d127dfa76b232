/** One problem in an input. A validation returns every problem that it finds. */
export interface Finding {
  /** Path to the wrong value, in wire names: `["repo", "host"]`, `["concurrency"]`. */
  readonly path: readonly string[];
  /** A sentence that says what is allowed and what was given. It does not contain the path. */
  readonly message: string;
}
