/** Answers numbers of at least 0 and below 1 that look random and are the same for one seed (a linear congruence). */
export function createRandom(seed: number): () => number {
  let value = seed >>> 0;
  return () => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    return value / 2 ** 32;
  };
}
