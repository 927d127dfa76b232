/** States of a pull request in a queue (interface, "Pull request in the queue"). */
export const PULL_REQUEST_STATES = [
  "not_ready",
  "pending",
  "testing",
  "tests_passed",
  "merged",
  "failed",
  "cancelled",
  "pending_failure",
] as const;

/** One of {@link PULL_REQUEST_STATES}. */
export type PullRequestState = (typeof PULL_REQUEST_STATES)[number];

/** States in which a pull request has left the queue (interface, "Pull request state"). */
export const CONCLUDED_STATES: readonly PullRequestState[] = ["merged", "failed", "cancelled"];

/** Mergeability as the code host reports it (interface, "Readiness object"). */
export type HostMergeability = "unspecified" | "in_progress" | "mergeable" | "not_mergeable";
