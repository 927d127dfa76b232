/** Status of a test run (interface, "Test run"). */
export const TEST_RUN_STATUSES = ["in_progress", "failed", "cancelled", "succeeded"] as const;

/** One of {@link TEST_RUN_STATUSES}. */
export type TestRunStatus = (typeof TEST_RUN_STATUSES)[number];

/** Where the required statuses of a test run came from (interface, "Test run"). */
export const REQUIRED_STATUSES_SOURCES = [
  "service_config",
  "repo_provider_branch_protection",
  "merge_instance",
] as const;

/** One of {@link REQUIRED_STATUSES_SOURCES}. */
export type RequiredStatusesSource = (typeof REQUIRED_STATUSES_SOURCES)[number];
