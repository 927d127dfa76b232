import { isDeepStrictEqual } from "node:util";
import type { NoBacktest } from "../workload/find-backtest";
import type {
  ConcludedPullRequest,
  ObservedMerge,
  RecordedSettings,
  Recording,
} from "../workload/history/history";

/** A third with fewer merges says too little about the 90th percentile: an upper 95 % bound of it needs 29. */
const MIN_MERGES = 30;

/** What was recorded and listed of a queue. */
export interface History {
  readonly recording: Recording;
  /** Conclusions that the service lists, also from times without a recording. */
  readonly listed: readonly ConcludedPullRequest[];
}

/** A history in two parts. */
export interface SplitHistory {
  /** What happened before the last third. */
  readonly before: History;
  /** When the last third begins: milliseconds since 1970 (UTC). */
  readonly sinceMs: number;
  /** The merges of the last third, in order. */
  readonly merges: readonly ObservedMerge[];
  /** The settings of the last third; undefined: they were not recorded. */
  readonly settings: RecordedSettings | undefined;
}

/**
 * Splits a history so that a third of the merges that were seen from the arrival on are in its last part.
 * @returns a reason if that is impossible
 */
export function splitHistory({ recording, listed }: History): SplitHistory | NoBacktest {
  const all = recording.merges.toSorted((one, other) => one.mergedMs - other.mergedMs);
  const merges = all.slice(all.length - Math.floor(all.length / 3));
  const [first] = merges;
  if (first === undefined || merges.length < MIN_MERGES) {
    const reason =
      `a third of the recording must have at least ${MIN_MERGES} pull requests that were seen from their arrival to their merge, ` +
      `and has ${merges.length}`;
    return { reason };
  }
  if (!merges.every(({ settings }) => isDeepStrictEqual(settings, first.settings))) {
    return { reason: "the settings of the queue changed in the last third of the recording" };
  }
  const sinceMs = first.mergedMs;
  const isBefore = ({ atMs }: { readonly atMs: number }): boolean => atMs < sinceMs;
  const before: Recording = {
    ...recording,
    windows: recording.windows
      .filter(({ fromMs }) => fromMs < sinceMs)
      .map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, sinceMs) })),
    arrivalsMs: recording.arrivalsMs.filter((ms) => ms < sinceMs),
    tests: recording.tests.filter(isBefore),
    conclusions: recording.conclusions.filter(isBefore),
    merges: all.slice(0, all.length - merges.length),
  };
  return {
    before: { recording: before, listed: listed.filter(isBefore) },
    sinceMs,
    merges,
    settings: first.settings,
  };
}
