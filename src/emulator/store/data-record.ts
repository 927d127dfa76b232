import type { ClockState } from "../clock/service-clock";
import type { EngineEvent } from "../engine/engine-event";
import type { EngineState } from "../engine/engine-state";

/** All that is kept across restarts, at one moment. */
export interface Snapshot {
  readonly state: EngineState;
  readonly clock: ClockState;
}

/** What has happened since the snapshot. */
export type DataRecord =
  /** An event, and when it happened: milliseconds since 1970 (UTC). */
  | { readonly kind: "event"; readonly nowMs: number; readonly event: EngineEvent }
  /** The clock was moved or stopped. */
  | { readonly kind: "clock"; readonly clock: ClockState };

/** What the first line of a data file says. */
export interface DataHeader {
  /** What the file is: a file that says something else is not ours. */
  readonly format: "mergequeue-data";
  /** Version of the format. In the first one lines were not chained, and not counted. */
  readonly version: 1 | 2;
  /** Version of the product that wrote it, for people. */
  readonly product: string;
  /** Tells apart options under which the same events lead to different states. */
  readonly rules: string;
}

/**
 * What the second line of a data file says. It always has the same length, so that it can be written over: after each
 * line of the journal that has reached the disk. So it never counts more of them than there are.
 */
export interface DataHead {
  /** Lines of the journal, in ten digits. */
  readonly journalLines: string;
}

/** What a data file holds. */
export interface StoredData {
  readonly header: DataHeader;
  readonly snapshot: Snapshot;
  /** In the order in which they happened. */
  readonly records: readonly DataRecord[];
}
