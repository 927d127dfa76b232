import type { SingleMode } from "../drive/replication";
import { SIMULATED_SETTING_NAMES, type SimulatedSettings } from "../drive/simulated-settings";
import type { Load } from "../load";

/** Numbers of tests at once that are tried. */
const CONCURRENCIES = [1, 2, 3, 4, 6, 8, 12, 16] as const;

/** Sizes of batches that are tried. */
const BATCH_SIZES = [2, 4, 8] as const;

/** Depths of pending failures that are tried together with optimistic merging, against flakes. */
const DEPTHS = [1, 2] as const;

type Changes = Partial<SimulatedSettings>;

/**
 * Lists the combinations of settings to try, those of now first: how many tests run at once, batches, and the protection
 * against flakes if there are any. The mode stays, because changing it needs impacted targets; so do timeouts and waits.
 */
export function listCandidates(
  now: SimulatedSettings,
  singleMode: SingleMode,
  load: Load,
): SimulatedSettings[] {
  const candidates = listConcurrencies(now, singleMode).flatMap((concurrency) =>
    listBatches().flatMap((batching) =>
      listProtections(load).map((protection): SimulatedSettings => {
        const size = { ...concurrency, ...batching, ...protection };
        const { batch = now.batch } = batching;
        // A bisection that is slower than the line would hide what batches save.
        const bisection =
          batch && size.concurrency !== undefined ? { bisectionConcurrency: size.concurrency } : {};
        return { ...now, ...bisection, ...size };
      }),
    ),
  );
  return removeEqual([now, ...candidates]);
}

function listConcurrencies({ mode }: SimulatedSettings, singleMode: SingleMode): Changes[] {
  if (mode === "single" && singleMode === "one-at-a-time") return [{}];
  return [{}, ...CONCURRENCIES.map((concurrency) => ({ concurrency }))];
}

function listBatches(): Changes[] {
  return [{}, { batch: false }, ...BATCH_SIZES.map((batchingMinSize) => ({ batch: true, batchingMinSize }))];
}

function listProtections({ flakeRate }: Load): Changes[] {
  if (flakeRate === 0) return [{}];
  return [
    {},
    ...DEPTHS.map((pendingFailureDepth) => ({ pendingFailureDepth, canOptimisticallyMerge: true })),
  ];
}

function removeEqual(candidates: readonly SimulatedSettings[]): SimulatedSettings[] {
  const byKey = new Map<string, SimulatedSettings>();
  for (const candidate of candidates) {
    const key = toKey(candidate);
    if (!byKey.has(key)) byKey.set(key, candidate);
  }
  return [...byKey.values()];
}

/** Settings of batches do not matter without them. */
function toKey(settings: SimulatedSettings): string {
  const { batchingMinSize, batchingMaxWaitTimeMinutes, bisectionConcurrency, optimizationMode, ...others } =
    settings;
  const batching = { batchingMinSize, batchingMaxWaitTimeMinutes, bisectionConcurrency, optimizationMode };
  const compared: Changes = settings.batch ? { ...others, ...batching } : others;
  return JSON.stringify(SIMULATED_SETTING_NAMES.map((name) => compared[name]));
}
