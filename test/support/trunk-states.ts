/**
 * States of `trunk_merge_queue` as the versions of the provider `trunk-io/trunk` write them, typed by hand
 * from its published schema: 0.1.0 to 0.1.2 with enums in upper case, 0.1.3 in lower case, 1.0 with four more
 * settings. Its required statuses are a list; a set is written the same way, in any order.
 */
const IDENTITY = {
  id: "github.com/acme/web/main",
  repo: { host: "github.com", name: "web", owner: "acme" },
  target_branch: "main",
};

const NUMBERS_AND_FLAGS = {
  batch: true,
  batching_max_wait_time_minutes: 10,
  batching_min_size: 2,
  bisection_concurrency: 1,
  can_optimistically_merge: false,
  commands_enabled: true,
  comments_enabled: true,
  concurrency: 3,
  create_prs_for_testing_branches: false,
  // That provider takes 0, and services show it.
  pending_failure_depth: 0,
  status_check_enabled: true,
  testing_timeout_minutes: 60,
};

const UPPER_CASE = {
  direct_merge_mode: "OFF",
  merge_method: "SQUASH",
  mode: "parallel",
  optimization_mode: "OFF",
  state: "RUNNING",
};

const LOWER_CASE = {
  direct_merge_mode: "off",
  merge_method: "squash",
  mode: "parallel",
  optimization_mode: "off",
  state: "running",
};

/** The settings of the newer versions that the interface does not have. */
const NEWER_SETTINGS = {
  enqueueing_label: "merge-me",
  extension_enabled: true,
  label_commands_enabled: false,
  state_labels_enabled: false,
};

/** States by their peculiarity: attributes as in a state file. */
export const TRUNK_STATES = {
  "0.1 in upper case": {
    ...IDENTITY,
    ...NUMBERS_AND_FLAGS,
    ...UPPER_CASE,
    required_statuses: ["ci/build", "ci/test"],
  },
  "1.x with a list of statuses": {
    ...IDENTITY,
    ...NUMBERS_AND_FLAGS,
    ...LOWER_CASE,
    ...NEWER_SETTINGS,
    required_statuses: ["ci/test", "ci/build"],
  },
  "2.x with a set of statuses": {
    ...IDENTITY,
    ...NUMBERS_AND_FLAGS,
    ...LOWER_CASE,
    ...NEWER_SETTINGS,
    required_statuses: ["ci/build", "ci/test"],
    // With a key of the second interface.
    queue_id: "xK9mP2nQ",
    managed_state: "terraform",
    unheard_of: { nested: [1, null] },
  },
  "imported and never read": {
    ...IDENTITY,
    ...Object.fromEntries(Object.keys({ ...NUMBERS_AND_FLAGS, ...LOWER_CASE }).map((name) => [name, null])),
    ...Object.fromEntries(Object.keys(NEWER_SETTINGS).map((name) => [name, null])),
    required_statuses: null,
  },
} as const;

/** The settings read from one of {@link TRUNK_STATES}, as `mergequeue_queue` stores them. */
export function toMovedSettings(source: (typeof TRUNK_STATES)[keyof typeof TRUNK_STATES]): {
  readonly [attribute: string]: string | number | boolean | readonly string[] | null;
} {
  if (source.required_statuses === null) return {};
  return {
    ...NUMBERS_AND_FLAGS,
    ...LOWER_CASE,
    ...("extension_enabled" in source ? NEWER_SETTINGS : {}),
    ...("queue_id" in source ? { queue_id: source.queue_id } : {}),
    required_statuses: source.required_statuses,
  };
}

/** Terraform types of the settings in that provider's schema, version 1.0. */
export const TRUNK_SCHEMA_TYPES = {
  ...typesOf(NUMBERS_AND_FLAGS),
  ...typesOf(LOWER_CASE),
  ...typesOf(NEWER_SETTINGS),
  required_statuses: { list: "string" },
} as const;

function typesOf(settings: { readonly [name: string]: string | number | boolean }): {
  readonly [name: string]: "string" | "number" | "bool";
} {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === "string" ? "string" : typeof value === "number" ? "number" : "bool",
    ]),
  );
}
