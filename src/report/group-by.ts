/** One or more items with the same key, in order. */
export type Group<Item> = readonly [Item, ...Item[]];

/** Groups items by a key. The groups are in the order of their first items. */
export function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Group<Item>[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
