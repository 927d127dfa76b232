import { createSortedMap, type SortedMap } from "../../engine/sorted-map";

/** Key of an object that encodes a value without JSON form. Objects that have this key are encoded as entries. */
const MARK = "$";

const PLAIN = { configurable: true, enumerable: true, writable: true } as const;

const SORTED_MAP = createSortedMap().constructor;

type Marked =
  | readonly ["map", ...(readonly [unknown, unknown])[]]
  | readonly ["sorted", ...(readonly [unknown, unknown])[]]
  | readonly ["object", ...(readonly [unknown, unknown])[]]
  | readonly ["undefined"];

/**
 * Encodes a value as JSON: plain objects, arrays, maps, sorted maps with the default order, strings, finite numbers,
 * booleans, null and undefined. Fields that are undefined are omitted.
 */
export function encodeStored(value: unknown): unknown {
  if (value === undefined) return mark("undefined");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(encodeStored);
  if (value instanceof Map) return mark("map", value.entries());
  if (isSortedMap(value)) return mark("sorted", value.entries());
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.some(([name]) => name === MARK)) return mark("object", fields);
  return Object.fromEntries(fields.map(([name, field]) => [name, encodeStored(field)]));
}

/** Decodes a value of {@link encodeStored}, in place because files are large. */
export function decodeStored(json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  const marked = (json as { readonly [MARK]?: Marked })[MARK];
  if (marked === undefined) return decodeFields(json as Record<string, unknown>);
  const [kind, ...encoded] = marked;
  const entries = encoded.map((entry) => entry.map(decodeStored) as [unknown, unknown]);
  switch (kind) {
    case "undefined":
      return undefined;
    case "map":
      return new Map(entries);
    case "object":
      return Object.fromEntries(entries as [string, unknown][]);
    case "sorted": {
      const sorted = createSortedMap<number | string, unknown>();
      for (const [key, value] of entries as [number | string, unknown][]) sorted.set(key, value);
      return sorted;
    }
  }
}

function decodeFields(holder: Record<string, unknown>): unknown {
  for (const [name, field] of Object.entries(holder)) {
    const value = decodeStored(field);
    // Defined instead of assigned, because of __proto__ (promise S-12).
    if (value !== field) Object.defineProperty(holder, name, { value, ...PLAIN });
  }
  return holder;
}

function mark(kind: Marked[0], entries: Iterable<readonly [unknown, unknown]> = []): unknown {
  return { [MARK]: [kind, ...[...entries].map((entry) => entry.map(encodeStored))] };
}

function isSortedMap(value: object): value is SortedMap<unknown, unknown> {
  return value.constructor === SORTED_MAP;
}
