import type { QueueRecord } from "./settings";

/**
 * The assumed settings of a new queue: a careful choice for each, and the defaults of the local service. The interface
 * does not name any, so another service may choose otherwise. `requiredStatuses` has none, because it is inherited. A
 * pending failure depth of 0 (a failing pull request does not wait for those behind it) may be read but not requested. See
 * {@link assumeDefaults} for the bisection concurrency.
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
  batchingMinSize: 4,
  createPrsForTestingBranches: false,
  commentsEnabled: true,
  commandsEnabled: true,
  statusCheckEnabled: true,
  directMergeMode: "off",
  optimizationMode: "off",
  mergeMethod: "merge_commit",
  enqueueingLabel: "",
  extensionEnabled: true,
  labelCommandsEnabled: false,
  stateLabelsEnabled: false,
} as const satisfies QueueRecord;

/** Returns {@link ASSUMED_DEFAULTS} with the bisection concurrency of a new queue, which is its concurrency. */
export function assumeDefaults({ concurrency = ASSUMED_DEFAULTS.concurrency }: QueueRecord): QueueRecord {
  return { ...ASSUMED_DEFAULTS, bisectionConcurrency: concurrency };
}
