/**
 * Finds the ids that look most like a text, which may hold stars: those that share the most pairs of neighbouring
 * characters with it, the most alike first.
 * @param most - how many are answered at most
 */
export function findNearIds(text: string, ids: readonly string[], most: number): readonly string[] {
  const wanted = listPairs(text.replaceAll("*", ""));
  return ids
    .map((id) => ({ id, likeness: measureLikeness(wanted, listPairs(id)) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ id }) => id);
}

/** Dice's coefficient: 0 nothing in common, 1 the same pairs. */
function measureLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / Math.max(1, a.size + b.size);
}

function listPairs(text: string): Set<string> {
  const lower = text.toLowerCase();
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= lower.length; at += 1) pairs.add(lower.slice(at, at + 2));
  return pairs;
}
