import type { EngineEvent } from "../../engine/engine-event";
import type { EngineState } from "../../engine/engine-state";
import type { ClockState } from "../clock/service-clock";

/** Everything that is kept, at one moment. */
export interface Snapshot {
  readonly state: EngineState;
  readonly clock: ClockState;
}

/** A change since the snapshot. */
export type DataRecord =
  /** An event, with its time in milliseconds since 1970 (UTC). */
  | { readonly kind: "event"; readonly nowMs: number; readonly event: EngineEvent }
  /** The clock was moved or stopped. */
  | { readonly kind: "clock"; readonly clock: ClockState };

/** The first line of a data file. */
export interface DataHeader {
  /** Identifies data files. */
  readonly format: "mergequeue-data";
  /** Version of the format. In version 1, lines are not chained and not counted. */
  readonly version: 1 | 2;
  /** Product version that wrote it, for people. */
  readonly product: string;
  /** Digest of product version and options, on which the effect of events depends. */
  readonly rules: string;
}

/**
 * The second line of a data file. It has a fixed length and is overwritten after each line of the journal has reached
 * the disk, so it never counts too many.
 */
export interface DataHead {
  /** Number of journal lines, in ten digits. */
  readonly journalLines: string;
}

/** Content of a data file. */
export interface StoredData {
  readonly header: DataHeader;
  readonly snapshot: Snapshot;
  /** In the order in which they happened. */
  readonly records: readonly DataRecord[];
}
