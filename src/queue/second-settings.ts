import { findSetting, type QueueSettings, type SettingName } from "./settings";

export interface SecondSetting {
  /** Name of the setting in the second interface's `config`. */
  readonly name: string;
  /** Smallest and largest number that is allowed, in the unit of the second interface. */
  readonly range?: readonly [min: number, max: number];
  /** Factor that converts a value of the first interface: 60 turns hours into minutes. Default: 1. */
  readonly factor?: number;
  /** The second interface's word for each word of the first interface. */
  readonly words?: Readonly<Record<string, string>>;
}

type OutsideConfig = "state" | "mode";

/** How the second interface represents each setting (source: public OpenAPI document, November 2026). */
export const SECOND_SETTINGS = {
  concurrency: { name: "concurrency", range: [1, 1000] },
  bisectionConcurrency: { name: "bisectionConcurrency", range: [0, 1000] },
  testingTimeoutMinutes: { name: "testingTimeoutMinutes", range: [0, 10_080] },
  pendingFailureDepth: { name: "pendingFailureDepth", range: [0, 1000] },
  canOptimisticallyMerge: { name: "canOptimisticallyMerge" },
  batch: { name: "allowBatching" },
  batchingMaxWaitTimeMinutes: { name: "batchingMaxWaitTimeMinutes", range: [0, 10_080] },
  batchingMinSize: { name: "batchingMinSize", range: [1, 1000] },
  createPrsForTestingBranches: { name: "createsPrsForTestingBranches" },
  commentsEnabled: { name: "areCommentsEnabled" },
  commandsEnabled: { name: "areCommandsEnabled" },
  statusCheckEnabled: { name: "isStatusCheckEnabled" },
  requiredStatuses: { name: "requiredStatuses" },
  directMergeMode: { name: "directMergeMode", words: { off: "off", always: "always" } },
  optimizationMode: {
    name: "optimizationMode",
    words: { off: "off", bisection_skip_redundant_tests: "bisectionSkipRedundantTests" },
  },
  mergeMethod: {
    name: "mergeMethod",
    words: { merge_commit: "mergeCommit", squash: "squash", rebase: "rebase" },
  },
  enqueueingLabel: { name: "enqueueingLabel" },
  extensionEnabled: { name: "isExtensionEnabled" },
  labelCommandsEnabled: { name: "areLabelCommandsEnabled" },
  stateLabelsEnabled: { name: "areStateLabelsEnabled" },
  // Whole hours only: the service stores hours.
  notReadyTimeoutHours: { name: "notReadyTimeoutMinutes", range: [0, 43_200], factor: 60 },
  testBranchConstructionMode: {
    name: "testBranchConstructionMode",
    words: { rename_temp_branch: "renameTempBranch", push_new_branch_from_temp: "pushNewBranchFromTemp" },
  },
  batchingRules: { name: "batchingRules" },
} as const satisfies Readonly<Record<Exclude<SettingName, OutsideConfig>, SecondSetting>>;

export const SECOND_MODES = { single: "queue", parallel: "graph" } as const;

export const SECOND_STATES = {
  running: "running",
  paused: "paused",
  draining: "draining",
  switching_modes: "switchingModes",
} as const;

const ROWS = Object.entries(SECOND_SETTINGS) as [keyof typeof SECOND_SETTINGS, SecondSetting][];

export const MAX_LIST_LENGTH = 100;

/** Converts settings to the second interface's `config`, which has no state and no mode. */
export function toSecondConfig(settings: QueueSettings): Readonly<Record<string, unknown>> {
  return Object.fromEntries<unknown>(
    ROWS.filter(([setting]) => settings[setting] !== undefined).map(([setting, { name, factor, words }]) => {
      const value: unknown = settings[setting];
      if (typeof value === "number") return [name, value * (factor ?? 1)];
      return [name, typeof value === "string" ? toSecondWord(words, value) : value];
    }),
  );
}

/** The reverse of {@link toSecondConfig}. Does not change settings and words that are not in the table. */
export function fromSecondConfig(config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const [setting, { factor, words }] = ROWS.find(([, row]) => row.name === name) ?? [
        name,
        {} as SecondSetting,
      ];
      if (typeof value === "number") return [setting, value / (factor ?? 1)];
      return [setting, typeof value === "string" ? fromSecondWord(words, value) : value];
    }),
  );
}

/** Converts a word of the first interface to a word of the second. Returns an unknown word unchanged. */
export function toSecondWord(words: SecondSetting["words"], word: string): string {
  return words !== undefined && Object.hasOwn(words, word) ? String(words[word]) : word;
}

/** The reverse of {@link toSecondWord}. */
export function fromSecondWord(words: SecondSetting["words"], word: string): string {
  return Object.entries(words ?? {}).find(([, second]) => second === word)?.[0] ?? word;
}

/** Returns a sentence if the second interface does not accept a value. */
export function findSecondProblem(setting: SettingName, value: unknown): string | undefined {
  const row = ROWS.find(([name]) => name === setting)?.[1];
  const { kind, unit = "" }: { readonly kind: string; readonly unit?: string } = findSetting(setting);
  if (typeof value === "number" && row?.range !== undefined) {
    const [min, max] = row.range.map((bound) => bound / (row.factor ?? 1)) as [number, number];
    const isValid = value >= min && value <= max;
    return isValid ? undefined : `The service takes ${min} to ${max} ${unit} here, and not ${value}.`;
  }
  if (Array.isArray(value) && value.length > MAX_LIST_LENGTH) {
    return `The service takes at most ${MAX_LIST_LENGTH} elements here, and not ${value.length}.`;
  }
  if (kind === "string" && value === "") return "The service does not take an empty string here.";
  return undefined;
}
