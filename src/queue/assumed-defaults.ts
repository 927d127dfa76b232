import type { QueueRecord } from "./settings";

/**
 * What the settings of a new queue are taken to be: the careful choice for each, and what the local service gives.
 * The interface shows none of them, so that another service may choose otherwise; `requiredStatuses` have no such
 * value, because they are inherited. A pending failure depth of 0 (a failing pull request leaves at once) can be
 * answered but not requested, as services do with a feature that is off: a client has to cope.
 */
export const ASSUMED_DEFAULTS = {
  state: "running",
  mode: "single",
  concurrency: 1,
  bisectionConcurrency: 1,
  testingTimeoutMinutes: 60,
  pendingFailureDepth: 0,
  canOptimisticallyMerge: false,
  batch: false,
  batchingMaxWaitTimeMinutes: 5,
  batchingMinSize: 2,
  createPrsForTestingBranches: false,
  commentsEnabled: true,
  commandsEnabled: true,
  statusCheckEnabled: true,
  directMergeMode: "off",
  optimizationMode: "off",
  mergeMethod: "merge_commit",
} as const satisfies QueueRecord;
