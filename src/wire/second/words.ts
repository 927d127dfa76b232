/** Prefix of API keys (tokens) that only the second interface accepts. */
export const SECOND_KEY_PREFIX = "trunk_v2_";

/** The second interface's states of a pull request in a queue, by the first interface's word. */
export const ENTRY_STATES = {
  not_ready: "notReady",
  pending: "pending",
  testing: "testing",
  tests_passed: "testsPassed",
  pending_failure: "pendingFailure",
  merged: "merged",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** The second interface's words for mergeability, by the first interface's words. */
export const MERGEABILITIES = {
  unspecified: "unspecified",
  in_progress: "inProgress",
  mergeable: "mergeable",
  not_mergeable: "notMergeable",
} as const;

/** The second interface's status of a test run, by the first interface's word. */
export const RUN_STATUSES = {
  in_progress: "inProgress",
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** The second interface's source of required statuses, by the first interface's word. */
export const STATUSES_SOURCES = {
  service_config: "trunkConfig",
  repo_provider_branch_protection: "repoProviderBranchProtection",
  merge_instance: "mergeInstance",
} as const;

/** Who manages a queue. The first interface lacks these words. The keys follow its style. */
export const MANAGED_STATES = {
  manual: "manual",
  terraform: "terraform",
  terraform_with_drift: "terraformWithDrift",
} as const;
