import type { EngineEvent } from "../../engine/engine-event";
import type { EngineState } from "../../engine/engine-state";
import { createSortedMap, isSortedMap } from "../../engine/sorted-map";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { isPlainObject } from "../../text/is-plain-object";
import type { ClockState } from "../clock/time-keeper";

/** Version of the file format, including the shape of the state. */
export const DATA_VERSION = 7;

/** In version 3, lines have checksums, and a snapshot is one line. Up to version 5, queues lack fields. */
export const READ_VERSIONS: readonly number[] = [3, 4, 5, 6, DATA_VERSION];

/** All stored data at one moment. */
export type Snapshot = Readonly<{ state: EngineState; clock: ClockState }>;

/** A change since the snapshot: an event, with its time in milliseconds since 1970 (UTC), or a clock move. */
export type DataRecord =
  | { readonly kind: "event"; readonly nowMs: number; readonly event: EngineEvent }
  | { readonly kind: "clock"; readonly clock: ClockState };

/** The first line of a data file. */
export interface DataHeader {
  readonly format: "mergequeue-data";
  readonly version: number;
  /** Version of the product that wrote the file. Only messages show this version. */
  readonly product: string;
  /** Product version and digest of the options. The effect of events depends on both. */
  readonly rules: string;
}

/** Content of a data file: header, snapshot, and a line of records for each later write. */
export type StoredData = Readonly<{ header: DataHeader; snapshot: Snapshot; records: readonly DataRecord[] }>;

export function makeDataError(message: string, cause?: unknown): MergeQueueError {
  return new MergeQueueError("invalid_configuration", message, { argument: "data" }, cause);
}

type AnyMap = Map<unknown, unknown> | ReturnType<typeof createSortedMap<string, unknown>>;

/** Key that marks a JSON object as a map, as more entries of a map, or as an object with this very key. */
const MARK = "$";

/** A line of map entries ends as soon as it has this many UTF-16 code units. */
const LINE_LENGTH = 65_536;

/** Formats JSON values, maps and sorted maps as one line. Leaves out fields that are undefined. */
export function formatLine(value: unknown): string {
  return `${stringify(value, (map) => ({ entries: [...map.entries()] }))}\n`;
}

/** Formats a value as short lines. The first line refers to maps by number; the others list their entries. */
export function* formatLines(value: unknown): Generator<string, void, undefined> {
  const maps: AnyMap[] = [];
  const enlist = (map: AnyMap): object => ({ number: maps.push(map) });
  yield `${stringify(value, enlist)}\n`;
  let number = 0;
  // Entries may add maps to the list.
  for (const map of maps) {
    number += 1;
    const close = (texts: string): string => `{"${MARK}":"more","number":${number},"entries":[${texts}]}\n`;
    let texts = "";
    for (const entry of map.entries()) {
      texts += `${texts === "" ? "" : ","}${stringify(entry, enlist)}`;
      if (texts.length < LINE_LENGTH) continue;
      yield close(texts);
      texts = "";
    }
    if (texts !== "") yield close(texts);
  }
}

function stringify(value: unknown, describe: (map: AnyMap) => object): string {
  return JSON.stringify(value, (_name, field: unknown): unknown => {
    if (field instanceof Map) return { [MARK]: "map", ...describe(field) };
    if (isSortedMap<string, unknown>(field)) return { [MARK]: "sorted", ...describe(field) };
    if (!isPlainObject(field) || !Object.hasOwn(field, MARK)) return field;
    return { [MARK]: "object", entries: Object.entries(field) };
  });
}

/** Reads the lines of a data file in their order. */
export class LineReader {
  /** The maps read so far, by their numbers in the file, which begin with 1. */
  readonly #maps = new Map<unknown, AnyMap>();

  /** Returns the value of a line; undefined if the line only extends a map. @throws Error if it is invalid */
  read(line: Uint8Array): unknown {
    const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("utf8");
    const body = /^[0-9a-f]{8} /.test(text) ? text.slice(9) : text;
    // A reviver for JSON.parse would take several times as long.
    return this.#decode(JSON.parse(body));
  }

  #decode(json: unknown): unknown {
    if (typeof json !== "object" || json === null) return json;
    const fields = json as Record<string, unknown>;
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      if (typeof value === "object") fields[name] = this.#decode(value);
    }
    if (Array.isArray(json) || !Object.hasOwn(fields, MARK)) return json;
    const { [MARK]: kind, number, entries = [] } = fields;
    if (kind === "object") return Object.fromEntries(entries as [string, unknown][]);
    const made = kind === "map" ? new Map<unknown, unknown>() : createSortedMap<string, unknown>();
    const map = kind === "more" ? this.#maps.get(number) : made;
    if (map === undefined) throw new Error(`There is no map ${String(number)}.`);
    for (const [key, value] of entries as [string, unknown][]) map.set(key, value);
    if (kind === "more") return undefined;
    if (number !== undefined) this.#maps.set(number, map);
    return map;
  }
}
