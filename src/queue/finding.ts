/** One problem of an input. Validation collects all findings. */
export interface Finding {
  /** Path in wire names: `["repo", "host"]`, `["concurrency"]`. */
  readonly path: readonly string[];
  /** A sentence with the rule, the given value and the allowed values. It does not contain the path. */
  readonly message: string;
}
