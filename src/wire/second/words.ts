/** Prefix of API keys (tokens) that only the second interface accepts. */
export const SECOND_KEY_PREFIX = "trunk_v2_";

/** States of a pull request in a queue: the first interface's words, mapped to the second interface's. */
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

/** Mergeability: the first interface's words, mapped to the second interface's. */
export const MERGEABILITIES = {
  unspecified: "unspecified",
  in_progress: "inProgress",
  mergeable: "mergeable",
  not_mergeable: "notMergeable",
} as const;

/** Statuses of a test run: the first interface's words, mapped to the second interface's. */
export const RUN_STATUSES = {
  in_progress: "inProgress",
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** Sources of required statuses: the first interface's words, mapped to the second interface's. */
export const STATUSES_SOURCES = {
  service_config: "trunkConfig",
  repo_provider_branch_protection: "repoProviderBranchProtection",
  merge_instance: "mergeInstance",
} as const;

/** Who manages a queue. The first interface has no such words, so the keys only imitate its style. */
export const MANAGED_STATES = {
  manual: "manual",
  terraform: "terraform",
  terraform_with_drift: "terraformWithDrift",
} as const;
