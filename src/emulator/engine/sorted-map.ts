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

/** Makes an empty map. @param compare - default: numbers and strings in their own order */
export function createSortedMap<Key, Value>(
  compare?: (a: Key, b: Key) => number,
): SortedMapDraft<Key, Value> {
  // Small nodes: each change copies the nodes on its path, which takes most of the time.
  return new BTree<Key, Value>(undefined, compare, 16);
}

/** Makes a copy that can be changed, in constant time. */
export function draftSortedMap<Key, Value>(map: SortedMap<Key, Value>): SortedMapDraft<Key, Value> {
  if (!isTree(map)) throw new TypeError("Only maps of createSortedMap can be drafted.");
  return map.clone();
}

function isTree<Key, Value>(map: SortedMap<Key, Value>): map is BTree<Key, Value> {
  return map instanceof BTree;
}
