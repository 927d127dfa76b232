import type { AdditionalFields } from "./additional-fields";

/** Status of a test run (interface, "Test run"). */
export const TEST_RUN_STATUSES = ["in_progress", "failed", "cancelled", "succeeded"] as const;

/** One of {@link TEST_RUN_STATUSES}. */
export type TestRunStatus = (typeof TEST_RUN_STATUSES)[number];

/** Where the required statuses of a test run came from (interface, "Test run"). */
export const REQUIRED_STATUSES_SOURCES = [
  /** The repository's configuration file. */
  "service_config",
  /** Branch protection of the code host. */
  "repo_provider_branch_protection",
  /** The queue's own configuration. */
  "merge_instance",
] as const;

/** One of {@link REQUIRED_STATUSES_SOURCES}. */
export type RequiredStatusesSource = (typeof REQUIRED_STATUSES_SOURCES)[number];

/** One check of a check suite. The interface shows only its name. */
export interface CheckRun {
  readonly name: string;
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/** Checks that ran together. */
export interface CheckSuite {
  readonly checkRuns: readonly CheckRun[];
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}

/**
 * What a queue tests in one run (interface, "Test run"). Fields are undefined if they were missing or of another
 * type.
 */
export interface TestRun {
  /** Names of the statuses that must all pass. */
  readonly requiredStatuses?: readonly string[] | undefined;
  /** In lower case; may be a word of a newer service. */
  readonly requiredStatusesSource?: RequiredStatusesSource | (string & {}) | undefined;
  /** Temporary branch that is tested. */
  readonly testBranch?: string | undefined;
  /** Commit at its tip when the run started. */
  readonly testBranchSha?: string | undefined;
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
  /** In lower case; may be a word of a newer service. */
  readonly status?: TestRunStatus | (string & {}) | undefined;
  readonly checkSuites?: readonly CheckSuite[] | undefined;
  /** Fields that this version does not know; absent if there are none. */
  readonly additionalFields?: AdditionalFields | undefined;
}
