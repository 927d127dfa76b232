import type { Load } from "./load";
import {
  BATCHING_NAMES,
  SIMULATED_SETTING_NAMES,
  type SimulatedSettingName,
  type SimulatedSettings,
  type SingleMode,
} from "./simulated-settings";

const CONCURRENCIES = [1, 2, 3, 4, 6, 8, 12, 16] as const;

/** Batch sizes to try, each with a maximum wait in minutes. Larger batches may wait longer. */
const BATCHES = [
  { batchingMinSize: 2, batchingMaxWaitTimeMinutes: 5 },
  { batchingMinSize: 4, batchingMaxWaitTimeMinutes: 5 },
  { batchingMinSize: 4, batchingMaxWaitTimeMinutes: 15 },
  { batchingMinSize: 8, batchingMaxWaitTimeMinutes: 5 },
  { batchingMinSize: 8, batchingMaxWaitTimeMinutes: 15 },
  { batchingMinSize: 8, batchingMaxWaitTimeMinutes: 30 },
] as const;

/** Bisection concurrencies to try with one test at a time. Otherwise, bisections use the concurrency. */
const BISECTIONS = [1, 4] as const;
/** Values of `pendingFailureDepth` to try together with optimistic merging, if tests can flake. */
const DEPTHS = [1, 2] as const;

type Changes = Partial<SimulatedSettings>;

/** The queue for which to list candidates. */
export interface CandidateInputs {
  readonly now: SimulatedSettings;
  readonly singleMode: SingleMode;
  readonly load: Load;
  /** Settings to keep, in addition to `testingTimeoutMinutes` and `optimizationMode`. Default: none. */
  readonly keep?: readonly SimulatedSettingName[];
}

/**
 * Lists the combinations of settings to try, at most about 450. The current combination is the first.
 * Settings without an effect keep their current value, so that no two combinations behave alike.
 */
export function listCandidates({ now, singleMode, load, keep = [] }: CandidateInputs): SimulatedSettings[] {
  const candidates = listModes(now, singleMode, load).flatMap((mode): SimulatedSettings[] => {
    const isOneAtATime = mode === "single" && singleMode === "one-at-a-time";
    const concurrencies = isOneAtATime ? [now.concurrency] : [now.concurrency, ...CONCURRENCIES];
    return concurrencies.flatMap((concurrency) => {
      const isAlone = isOneAtATime || concurrency === 1;
      const bisections = isOneAtATime ? BISECTIONS : [concurrency];
      return listBatches(bisections, load).flatMap((batching) =>
        (isAlone ? [{}] : listProtections(load)).map((protection) => {
          return { ...now, mode, concurrency, ...batching, ...protection };
        }),
      );
    });
  });
  const allowed = candidates.filter((candidate) => keep.every((name) => candidate[name] === now[name]));
  const all = [now, ...allowed];
  const keys = all.map(toKey);
  return all.filter((candidate, index) => keys.indexOf(toKey(candidate)) === index);
}

/** Lists the current mode, and the other mode if it behaves differently. */
function listModes(
  { mode }: SimulatedSettings,
  singleMode: SingleMode,
  { targets }: Load,
): SimulatedSettings["mode"][] {
  if (singleMode === "one-line" && targets.length === 1) return [mode];
  return [mode, mode === "single" ? "parallel" : "single"];
}

function listBatches(bisections: readonly number[], { failureRate, flakeRate }: Load): Changes[] {
  const canFail = failureRate > 0 || flakeRate > 0;
  const bisected = canFail ? bisections.map((bisectionConcurrency) => ({ bisectionConcurrency })) : [];
  const batches = [{}, ...BATCHES.map((batch) => ({ batch: true, ...batch }))];
  return [
    { batch: false },
    ...[{}, ...bisected].flatMap((each) => batches.map((batch) => ({ ...each, ...batch }))),
  ];
}

function listProtections({ flakeRate }: Load): Changes[] {
  const depths = flakeRate === 0 ? [] : DEPTHS.map((pendingFailureDepth) => ({ pendingFailureDepth }));
  return [
    {},
    { canOptimisticallyMerge: false },
    ...[{}, ...depths].map((depth) => ({ canOptimisticallyMerge: true, ...depth })),
  ];
}

function toKey(settings: SimulatedSettings): string {
  const names = SIMULATED_SETTING_NAMES.filter((name) => settings.batch || !BATCHING_NAMES.includes(name));
  return JSON.stringify(names.map((name) => settings[name]));
}
