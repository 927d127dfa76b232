import type { PullRequestState } from "../queue/pull-request-state";

/** The words of the second interface (autumn 2026) that this service uses for changes of state, and "". */
export type PublishedReason =
  | ""
  | "API_REQUESTED"
  | "BISECTION_REQUIRED"
  | "BISECTION_TEST_RUN_PASSED"
  | "MANUAL_MERGE"
  | "MANUAL_PUSH_TO_TARGET_BRANCH"
  | "MERGE_GRAPH_DIRECT_MERGE"
  | "MERGE_GRAPH_MERGE"
  | "MERGE_ITEM_NOW_READY"
  | "NOT_READY_TIMEOUT_EXPIRED"
  | "PR_BASE_BRANCH_CHANGED"
  | "PR_CLOSED"
  | "PR_CONVERTED_TO_DRAFT"
  | "PR_MERGED_INTO_OTHER_BRANCH"
  | "PR_PUSHED_TO"
  | "PREREQUISITE_MERGE_ITEM_CANCELLED"
  | "PREREQUISITE_MERGE_ITEM_FAILED"
  | "PREREQUISITE_MERGE_ITEM_MANUALLY_MERGED"
  | "SKIP_THE_LINE_INTERRUPTED"
  | "SUCCESSOR_TEST_RUN_PASSED"
  | "TEST_RUN_PASSED"
  | "TESTS_RESTARTED_BY_API_REQUEST"
  | "USER_REQUESTED"
  | FailureReason;

/** Published words for why a run failed. */
export type FailureReason = "TEST_RUN_REQUIRED_STATUS_FAILED" | "TEST_RUN_TIMEOUT" | StartFault;

/** Why a test run could not start. A run that cannot start counts as failed. */
export type StartFault =
  | "START_TEST_RUN_CONFIG_BAD_REQUIRED_STATUSES"
  | "START_TEST_RUN_CONFIG_BAD_VERSION"
  | "START_TEST_RUN_CONFIG_MISSING_REQUIRED_STATUSES"
  | "START_TEST_RUN_CONFIG_NOT_FOUND"
  | "START_TEST_RUN_CONFIG_PARSING_FAILURE"
  | "START_TEST_RUN_DRAFT_PRS_NOT_ALLOWED"
  | "START_TEST_RUN_INVALID_EVENT"
  | "START_TEST_RUN_MERGE_CONFLICT"
  | "START_TEST_RUN_NO_REQUIRED_STATUSES"
  | "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH"
  | "START_TEST_RUN_RETRY_EXHAUSTED";

/** Every {@link StartFault}. */
export const START_FAULTS = [
  "START_TEST_RUN_CONFIG_BAD_REQUIRED_STATUSES",
  "START_TEST_RUN_CONFIG_BAD_VERSION",
  "START_TEST_RUN_CONFIG_MISSING_REQUIRED_STATUSES",
  "START_TEST_RUN_CONFIG_NOT_FOUND",
  "START_TEST_RUN_CONFIG_PARSING_FAILURE",
  "START_TEST_RUN_DRAFT_PRS_NOT_ALLOWED",
  "START_TEST_RUN_INVALID_EVENT",
  "START_TEST_RUN_MERGE_CONFLICT",
  "START_TEST_RUN_NO_REQUIRED_STATUSES",
  "START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH",
  "START_TEST_RUN_RETRY_EXHAUSTED",
] as const satisfies readonly StartFault[];

/** One change of the state of a submission. */
export interface StateChange {
  readonly state: PullRequestState;
  readonly atMs: number;
  /** The published word, in capitals; empty if no word is published for this change. */
  readonly reason: string;
  readonly testRunId: string | undefined;
}

/** Why a state changes: `reason` is a sentence for readers, and `word` is the published word. */
export interface Cause {
  readonly reason: string;
  readonly word: PublishedReason;
}
