import BTree from "sorted-btree";

/** An immutable map sorted by key. A changed copy shares unchanged parts and costs the logarithm of the size. */
export interface SortedMap<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  /** The smallest key; undefined: the map is empty. */
  minKey(): Key | undefined;
  /** Entries by ascending key, from a key on (inclusive). */
  entries(from?: Key): IterableIterator<[Key, Value]>;
  /** Entries by descending key, from a key down (inclusive). */
  entriesReversed(from?: Key): IterableIterator<[Key, Value]>;
  values(from?: Key): IterableIterator<Value>;
}

/** A {@link SortedMap} that can still be changed. */
export interface SortedMapDraft<Key, Value> extends SortedMap<Key, Value> {
  set(key: Key, value: Value): boolean;
  delete(key: Key): boolean;
}

/** Makes an empty map. Its keys are all numbers but NaN, or all strings. */
export function createSortedMap<Key extends number | string, Value>(): SortedMapDraft<Key, Value> {
  // Small nodes: each change copies the nodes on its path, which takes most of the time.
  return new BTree<Key, Value>(undefined, compareKeys, 16);
}

// The library's own comparison uses globals, which cost a tenth of all tests: in Jest's contexts they are slow.
function compareKeys(a: number | string, b: number | string): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** Makes a copy that can be changed, in constant time. */
export function draftSortedMap<Key, Value>(map: SortedMap<Key, Value>): SortedMapDraft<Key, Value> {
  if (!isSortedMap<Key, Value>(map)) throw new TypeError("Only maps of createSortedMap can be drafted.");
  return map.clone();
}

/** Tells whether a value is a map of {@link createSortedMap}. */
export function isSortedMap<Key, Value>(value: unknown): value is BTree<Key, Value> {
  return value instanceof BTree;
}
