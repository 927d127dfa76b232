/** What fits, and how much does not. */
export interface FittedItems {
  /** The texts that fit, joined. */
  readonly text: string;
  /** How many items fit. */
  readonly fitting: number;
}

/**
 * Takes items from the first one as long as their texts fit together.
 * @param print - called for the items that fit, and for the first that does not
 * @param maxBytes - bytes in UTF-8 that the texts may have together
 * @param maxItems - how many they may be. Default: any number
 */
export function fitItems<Item>(
  items: readonly Item[],
  print: (item: Item) => string,
  maxBytes: number,
  maxItems: number = items.length,
): FittedItems {
  const texts: string[] = [];
  let bytes = 0;
  for (const item of items.slice(0, maxItems)) {
    const text = print(item);
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes) break;
    texts.push(text);
  }
  return { text: texts.join(""), fitting: texts.length };
}
