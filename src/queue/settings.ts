import { toAttributeName } from "./attribute-name";
import type { BatchingRule } from "./batching-rule";

/** Smallest and largest value of a numeric setting (interface, section Limits). */
export const INTEGER_BOUNDS = { min: 1, max: 4_294_967_295 } as const;

const USUAL = { settableOnCreate: false as boolean, isAlwaysShown: true as boolean };

const ON_CREATE = { settableOnCreate: true } as const;

/** For a setting that the interface does not name: a service may lack it. */
const OPTIONAL = { isAlwaysShown: false } as const;

const GAINED = { ...OPTIONAL, isGained: true } as const;

const BOOLEAN = { kind: "boolean" } as const;

const INTEGER = { kind: "integer", ...INTEGER_BOUNDS } as const;

/** The interface's limits exclude 0, but some services accept 0 (autumn 2026). */
const INTEGER_OR_ZERO = { ...INTEGER, min: 0 } as const;

/** For a setting that can be 0 only in the second interface. */
const INTEGER_OR_SECOND_ZERO = { ...INTEGER_OR_ZERO, firstMin: INTEGER_BOUNDS.min } as const;

function oneOf<const Value extends string, const Transient extends string = never>(
  values: readonly Value[],
  transientValues: readonly Transient[] = [],
) {
  return { kind: "enum", values, transientValues } as const;
}

function define<const Name extends string, const Traits extends object>(
  name: Name,
  traits: Traits,
  meaning: string,
) {
  const description = "isAlwaysShown" in traits ? `${meaning} Some services lack this setting.` : meaning;
  return { name, attribute: toAttributeName(name), description, ...USUAL, ...traits } as const;
}

/**
 * The settings of a queue: those of the interface (sections "Queue" and "POST /updateQueue"), and those that
 * services add. Schemas, validation, local service, documentation and printers derive from this table. The
 * table has no defaults, because the service chooses the value of a setting that is not sent.
 */
export const SETTINGS = [
  define(
    "state",
    oneOf(["running", "paused", "draining"], ["switching_modes"]),
    "Whether the queue tests and merges. `running`: both. `paused`: running tests finish, but nothing merges and nothing " +
      "new starts. `draining`: running tests finish, their pull requests merge, nothing new starts, and waiting pull " +
      "requests stay. Leave it out so that a deployment never undoes an operator's pause.",
  ),
  define(
    "mode",
    { ...oneOf(["single", "parallel"]), ...ON_CREATE },
    "With `single`, all pull requests form one line. With `parallel`, a pull request waits only for those ahead that share impacted " +
      "targets with it, and its tests wait until CI reports its impacted targets.",
  ),
  define(
    "concurrency",
    { ...INTEGER, ...ON_CREATE, unit: "pull requests or batches" },
    "How many pull requests, or batches of them, are tested at once. In mode `single`, each is tested on top of all " +
      "pull requests ahead of it. Some services, such as the local one, ignore this number in mode `single`, and test one at a time.",
  ),
  define(
    "bisectionConcurrency",
    { ...INTEGER_OR_SECOND_ZERO, unit: "tests" },
    "How many tests may run at once while a failed batch is bisected. 0 means that these tests count towards `concurrency`. " +
      "Only the second interface (`/v2`) accepts 0.",
  ),
  define(
    "testingTimeoutMinutes",
    { ...INTEGER_OR_ZERO, unit: "minutes" },
    "How many minutes the tests of a pull request may take before they count as failed; 0 means no limit. Some services " +
      "refuse 0.",
  ),
  define(
    "pendingFailureDepth",
    { ...INTEGER_OR_ZERO, unit: "levels" },
    "A failed pull request or batch waits until this many levels of pull requests (or batches) on top of it have been tested. With 0, it waits for none. Some services refuse 0.",
  ),
  define(
    "canOptimisticallyMerge",
    BOOLEAN,
    "Whether a successful test run also counts as a success for the pull requests ahead, because it includes their changes.",
  ),
  define("batch", BOOLEAN, "Whether pull requests are grouped into batches for testing."),
  define(
    "batchingMaxWaitTimeMinutes",
    { ...INTEGER_OR_SECOND_ZERO, unit: "minutes" },
    "How many minutes a batch waits, at most, to reach its target size. 0 (second interface only) means no wait.",
  ),
  define(
    "batchingMinSize",
    { ...INTEGER, unit: "pull requests" },
    "The target size of a batch. A batch starts when this many pull requests wait, or with fewer after the maximum wait.",
  ),
  define(
    "createPrsForTestingBranches",
    BOOLEAN,
    "Whether the service opens a pull request for each testing branch, for CI that runs only on pull requests.",
  ),
  define("commentsEnabled", BOOLEAN, "Whether the queue comments on pull requests."),
  define("commandsEnabled", BOOLEAN, "Whether a comment with the merge command submits a pull request."),
  define(
    "statusCheckEnabled",
    BOOLEAN,
    "Whether the queue posts a status check on each pull request, to show its place in the queue.",
  ),
  define(
    "requiredStatuses",
    { kind: "stringSet", deleteFlag: "deleteRequiredStatuses" },
    "Names of the statuses that must succeed in a test run before its pull requests can merge. This list overrides the " +
      "statuses from branch protection and the repository's configuration file. Leave it out to inherit those statuses. " +
      "Do not rely on an empty set: most services ignore it or inherit those statuses.",
  ),
  define(
    "directMergeMode",
    oneOf(["off", "always"]),
    "With `always`, the queue merges a pull request without a test if it is up to date with the target branch.",
  ),
  define(
    "optimizationMode",
    oneOf(["off", "bisection_skip_redundant_tests"]),
    "`bisection_skip_redundant_tests` skips a bisection test if the same pull requests already failed together.",
  ),
  define(
    "mergeMethod",
    oneOf(["merge_commit", "squash", "rebase"]),
    "How pull requests are merged: `merge_commit` adds a merge commit, `squash` makes one commit of each pull request, and " +
      "`rebase` puts its commits on top of the target branch. The repository must allow the method.",
  ),
  define(
    "enqueueingLabel",
    { ...OPTIONAL, kind: "string" },
    "The label that submits a pull request when someone adds the label at the code host; an empty string means no label.",
  ),
  define(
    "extensionEnabled",
    { ...BOOLEAN, ...OPTIONAL },
    "Whether the service's browser extension shows the queue on the pages of pull requests.",
  ),
  define(
    "labelCommandsEnabled",
    { ...BOOLEAN, ...OPTIONAL },
    "Whether adding the enqueueing label submits a pull request.",
  ),
  define(
    "stateLabelsEnabled",
    { ...BOOLEAN, ...OPTIONAL },
    "Whether pull requests get labels that show their state in the queue.",
  ),
  define(
    "notReadyTimeoutHours",
    { ...INTEGER_OR_ZERO, ...GAINED, unit: "hours" },
    "After how many hours a pull request that is not ready is cancelled; 0 means never.",
  ),
  define(
    "testBranchConstructionMode",
    { ...oneOf(["rename_temp_branch", "push_new_branch_from_temp"]), ...GAINED },
    "How the queue makes a testing branch from a temporary branch: it renames the branch, or it pushes a new one. The push " +
      "also starts CI that runs only on pushes.",
  ),
  define(
    "batchingRules",
    { ...GAINED, kind: "rules", policies: ["isolate"] },
    "Rules that keep pull requests out of shared batches, in mode `parallel`. `target_pattern` is an impacted target, or a " +
      "prefix with one `*` at its end. With `isolate`, each matching pull request is tested alone.",
  ),
] as const;

type Row = (typeof SETTINGS)[number];

export type SettingName = Row["name"];

interface ValueOfKind {
  readonly boolean: boolean;
  readonly integer: number;
  readonly rules: readonly BatchingRule[];
  readonly string: string;
  readonly stringSet: readonly string[];
}

type ValueOfRow<R extends Row> = R extends { kind: "enum"; values: readonly (infer V)[] }
  ? V
  : ValueOfKind[Exclude<R["kind"], "enum">];

/** The type of the setting `Name` in a request; see {@link SETTINGS}. */
export type SettingValueOf<Name extends SettingName> = ValueOfRow<Extract<Row, { name: Name }>>;

/** The value of any setting, as a service shows it. This version may not know the word of an enum. */
export type SettingValue = number | boolean | string | readonly string[] | readonly BatchingRule[];

/** Settings that a user wants, by wire name. Absent settings are not managed. */
export type QueueSettings = { readonly [Name in SettingName]?: SettingValueOf<Name> };

type CreateRow = Extract<Row, { settableOnCreate: true }>;

/** Settings that `/createQueue` accepts, by wire name. */
export type CreateQueueSettings = Pick<QueueSettings, CreateRow["name"]>;

type ShownValueOfRow<R extends Row> = R extends {
  kind: "enum";
  values: readonly (infer V)[];
  transientValues: readonly (infer T)[];
}
  ? V | T | (string & {})
  : ValueOfRow<R>;

/**
 * Settings as a service shows them, by wire name. Some may be missing. Enum words are in lower case, and this
 * version may not know them. Numbers may be outside the bounds for requests.
 */
export type QueueRecord = {
  readonly [Name in SettingName]?: ShownValueOfRow<Extract<Row, { name: Name }>> | undefined;
};

const BY_NAME: ReadonlyMap<string, Row> = new Map(SETTINGS.map((setting) => [setting.name, setting]));

/** The wire names of all settings, in the table's order. */
export const SETTING_NAMES: readonly SettingName[] = SETTINGS.map((setting) => setting.name);

export const CREATE_SETTINGS = SETTINGS.filter((setting): setting is CreateRow => setting.settableOnCreate);

/** Looks up a setting by its wire name. @returns undefined if the table has no such setting */
export function tryFindSetting(name: string): Row | undefined {
  return BY_NAME.get(name);
}

/** Looks up a setting by its wire name. */
export function findSetting(name: SettingName): Row {
  return BY_NAME.get(name) as Row;
}

/**
 * The usual settings of a new queue, as published up to autumn 2026 (sources: docs/assumptions.md). The
 * interface names no defaults, so these are assumed until a service shows other values. The local service
 * uses them, too. `requiredStatuses` has no default, because a new queue inherits its statuses.
 */
export const ASSUMED_DEFAULTS = {
  state: "running",
  mode: "single",
  concurrency: 5,
  bisectionConcurrency: 5,
  testingTimeoutMinutes: 300,
  pendingFailureDepth: 0,
  canOptimisticallyMerge: false,
  batch: false,
  batchingMaxWaitTimeMinutes: 5,
  batchingMinSize: 4,
  createPrsForTestingBranches: true,
  commentsEnabled: true,
  commandsEnabled: true,
  statusCheckEnabled: true,
  directMergeMode: "always",
  optimizationMode: "off",
  mergeMethod: "squash",
  enqueueingLabel: "trunk-merge-queue-submit",
  extensionEnabled: true,
  labelCommandsEnabled: true,
  stateLabelsEnabled: false,
  notReadyTimeoutHours: 24,
  testBranchConstructionMode: "rename_temp_branch",
  batchingRules: [],
} as const satisfies QueueRecord;

/** Returns {@link ASSUMED_DEFAULTS}, but with a bisection concurrency that equals the given concurrency. */
export function assumeDefaults({ concurrency = ASSUMED_DEFAULTS.concurrency }: QueueRecord): QueueRecord {
  return { ...ASSUMED_DEFAULTS, bisectionConcurrency: concurrency };
}
