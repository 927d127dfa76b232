/**
 * Removes ever smaller parts of a list while the rest still has the wanted effect.
 * @param isEnough - whether a list does; true of the whole one
 */
export function shortenList<Item>(
  list: readonly Item[],
  isEnough: (list: readonly Item[]) => boolean,
): readonly Item[] {
  let shortest = list;
  let size = list.length;
  while (size >= 1) {
    const length = shortest.length;
    let start = 0;
    while (start < shortest.length) {
      const rest = [...shortest.slice(0, start), ...shortest.slice(start + size)];
      if (isEnough(rest)) shortest = rest;
      else start += size;
    }
    // What one item was needed for may not be needed any more.
    if (shortest.length === length) size = Math.floor(size / 2);
  }
  return shortest;
}
