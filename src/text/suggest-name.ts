/** Maximum length of names to compare. A longer name is not a typo, and the comparison would be slow. */
const MAX_LENGTH = 60;

/** Suggests a similar name: ` Did you mean mode?`. Ignores case, `_` and `-`. Returns "" if there is none. */
export function suggestName(name: string, known: Iterable<string>): string {
  const given = toComparable(name);
  // One letter in three may be wrong.
  let best = Math.floor(given.length / 3) + 1;
  let nearest: string | undefined;
  if (given.length <= MAX_LENGTH) {
    for (const candidate of known) {
      const distance = measureDistance(given, toComparable(candidate));
      if (distance < best) [best, nearest] = [distance, candidate];
    }
  }
  return nearest === undefined ? "" : ` Did you mean ${nearest}?`;
}

function toComparable(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

function measureDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          Number(last[column]) + 1,
          Number(current[column - 1]) + 1,
          Number(last[column - 1]) + (isSame ? 0 : 1),
          isSwapped ? Number(beforeLast[column - 2]) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return Number(last[b.length]);
}
