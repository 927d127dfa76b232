import type { EngineEvent } from "../../engine/engine-event";
import type { EngineState } from "../../engine/engine-state";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { ClockState } from "../clock/time-keeper";

/** Version of the format, with the shape of the state in it. Only this one is read. */
export const DATA_VERSION = 3;

/** Everything that is kept, at one moment. */
export interface Snapshot {
  readonly state: EngineState;
  readonly clock: ClockState;
}

/** A change since the snapshot: an event, with its time in milliseconds since 1970 (UTC), or a move of the clock. */
export type DataRecord =
  | { readonly kind: "event"; readonly nowMs: number; readonly event: EngineEvent }
  | { readonly kind: "clock"; readonly clock: ClockState };

/** The first line of a data file. */
export interface DataHeader {
  readonly format: "mergequeue-data";
  readonly version: typeof DATA_VERSION;
  /** Product version that wrote it, for people. */
  readonly product: string;
  /** Digest of product version and options, on which the effect of events depends. */
  readonly rules: string;
}

/** Content of a data file: the header and the snapshot, and a line of records for each write since. */
export interface StoredData {
  readonly header: DataHeader;
  readonly snapshot: Snapshot;
  /** In the order in which they happened. */
  readonly records: readonly DataRecord[];
}

/** Makes an error about the data file. */
export function makeDataError(message: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message, { argument: "data" }, cause);
}
