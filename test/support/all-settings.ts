import { toAttributeName } from "../../src/queue/attribute-name";
import { toRuleAttributes } from "../../src/queue/batching-rule";
import { ASSUMED_DEFAULTS, type QueueRecord, type QueueSettings } from "../../src/queue/settings";

/** The settings of every service, none with a new queue's value. Written by hand from the interface. */
export const INTERFACE_SETTINGS = {
  state: "paused",
  mode: "parallel",
  concurrency: 3,
  bisectionConcurrency: 2,
  testingTimeoutMinutes: 90,
  pendingFailureDepth: 4,
  canOptimisticallyMerge: true,
  batch: true,
  batchingMaxWaitTimeMinutes: 10,
  batchingMinSize: 6,
  createPrsForTestingBranches: false,
  commentsEnabled: false,
  commandsEnabled: false,
  statusCheckEnabled: false,
  requiredStatuses: ["ci/build", "ci/test"],
  directMergeMode: "off",
  optimizationMode: "bisection_skip_redundant_tests",
  mergeMethod: "rebase",
} as const satisfies QueueSettings;

/** Every setting, none with a new queue's value: a new setting is added to the table, the props, and here. */
export const ALL_SETTINGS = {
  ...INTERFACE_SETTINGS,
  enqueueingLabel: "merge",
  extensionEnabled: false,
  labelCommandsEnabled: false,
  stateLabelsEnabled: true,
  notReadyTimeoutHours: 48,
  testBranchConstructionMode: "push_new_branch_from_temp",
  batchingRules: [
    { targetPattern: "//db/*", policy: "isolate" },
    { targetPattern: "//api", policy: "isolate" },
  ],
} as const satisfies Required<QueueSettings>;

const SHOWN: QueueRecord = { ...ASSUMED_DEFAULTS, pendingFailureDepth: 1, requiredStatuses: ["ci/build"] };

/** A new queue's settings as a service shows them that has only {@link INTERFACE_SETTINGS}. */
export const SETTINGS_SHOWN: QueueRecord = Object.fromEntries(
  Object.entries(SHOWN).filter(([name]) => name in INTERFACE_SETTINGS),
);

const { batch, batchingMinSize, batchingMaxWaitTimeMinutes, ...flat } = ALL_SETTINGS;

/** {@link ALL_SETTINGS} as props of a construct. */
export const ALL_PROPS = {
  ...flat,
  batching: { enabled: batch, minSize: batchingMinSize, maxWaitMinutes: batchingMaxWaitTimeMinutes },
} as const;

/** Returns settings as Terraform's attributes. */
export function toAttributes(settings: object): { readonly [attribute: string]: unknown } {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [toAttributeName(name), toRuleAttributes(value)]),
  );
}
