import BTree from "sorted-btree";

/**
 * An immutable map in the order of its keys: what {@link EngineState} is made of. A changed copy shares what did
 * not change, so that it costs the logarithm of the size.
 */
export interface SortedMap<Key, Value> {
  readonly size: number;
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  /** Entries in the order of their keys, from a key on (inclusive). */
  entries(from?: Key): IterableIterator<[Key, Value]>;
  /** Entries against the order of their keys, from a key down (inclusive). */
  entriesReversed(from?: Key): IterableIterator<[Key, Value]>;
  values(from?: Key): IterableIterator<Value>;
}

/** A {@link SortedMap} that may be changed by whoever made it. */
export interface SortedMapDraft<Key, Value> extends SortedMap<Key, Value> {
  set(key: Key, value: Value): boolean;
  delete(key: Key): boolean;
}

/** Makes an empty map. @param compare - default: numbers and strings in their own order */
export function createSortedMap<Key, Value>(
  compare?: (a: Key, b: Key) => number,
): SortedMapDraft<Key, Value> {
  // Small nodes: every change copies those on its way, and copying them is what most of its time goes into.
  return new BTree<Key, Value>(undefined, compare, 16);
}

/** Makes a copy that may be changed; the map itself stays as it is. Takes no time and almost no memory. */
export function draftSortedMap<Key, Value>(map: SortedMap<Key, Value>): SortedMapDraft<Key, Value> {
  if (!isTree(map)) throw new TypeError("Only maps of this file can be drafted.");
  return map.clone();
}

function isTree<Key, Value>(map: SortedMap<Key, Value>): map is BTree<Key, Value> {
  return map instanceof BTree;
}
