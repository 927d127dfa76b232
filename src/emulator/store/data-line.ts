import { crc32 } from "node:zlib";
import type { EngineEvent } from "../../engine/engine-event";
import type { EngineState } from "../../engine/engine-state";
import { createSortedMap, isSortedMap } from "../../engine/sorted-map";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { isPlainObject } from "../../text/is-plain-object";
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

/** Length of the checksum before the JSON: eight hexadecimal digits and a space. */
const PREFIX_LENGTH = 9;

/** Link before the first line. */
export const FIRST_LINK = 0;

/** Key of an object that stands for a map. Objects that have this key are written as entries, too. */
const MARK = "$";

/**
 * Formats a value as a line of JSON after its checksum (CRC-32), which continues from the checksum of the previous line,
 * so that a missing line is noticed.
 * @param value - plain objects, arrays, maps, sorted maps, strings, finite numbers, booleans and null; fields that are
 *   undefined are omitted
 */
export function formatLine(
  value: unknown,
  previous = FIRST_LINK,
): { readonly text: string; readonly link: number } {
  const body = JSON.stringify(value, (_name, field: unknown) => encodeMap(field));
  const link = crc32(body, previous);
  return { text: `${formatLink(link)} ${body}\n`, link };
}

/** Parses a line without its line break. @returns undefined if it is damaged or does not follow the previous one */
export function tryReadLine(
  line: Uint8Array,
  previous = FIRST_LINK,
): { readonly value: unknown; readonly link: number } | undefined {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("utf8");
  const body = text.slice(PREFIX_LENGTH);
  const link = crc32(body, previous);
  if (text.slice(0, PREFIX_LENGTH) !== `${formatLink(link)} `) return undefined;
  try {
    return { value: JSON.parse(body, (_name, field: unknown) => decodeMap(field)) as unknown, link };
  } catch {
    // The checksum matched by chance.
    return undefined;
  }
}

function formatLink(link: number): string {
  return link.toString(16).padStart(8, "0");
}

function encodeMap(value: unknown): unknown {
  if (value instanceof Map) return { [MARK]: "map", entries: [...value] };
  if (isSortedMap(value)) return { [MARK]: "sorted", entries: [...value.entries()] };
  if (!isPlainObject(value) || !Object.hasOwn(value, MARK)) return value;
  return { [MARK]: "object", entries: Object.entries(value) };
}

function decodeMap(json: unknown): unknown {
  if (!isPlainObject(json) || !Object.hasOwn(json, MARK)) return json;
  const entries = json["entries"] as [string, unknown][];
  if (json[MARK] === "map") return new Map(entries);
  if (json[MARK] === "object") return Object.fromEntries(entries);
  const sorted = createSortedMap<string, unknown>();
  for (const [key, value] of entries) sorted.set(key, value);
  return sorted;
}
