/**
 * Computes the runs per change of a saturated queue that tests batches one after the other, without flaky
 * tests: the exact Markov chain of how many of the next batch are good ones that have already been tested in
 * a failed batch.
 * @param size - of a batch; a power of 2
 * @param failureRate - share of broken changes
 */
export function computeBisectionRuns(size: number, failureRate: number): number {
  // Probability that the next batch begins with so many good ones.
  let known = [1, ...new Array<number>(size).fill(0)];
  let runs = 0;
  let concluded = 0;
  for (let round = 0; round < 200; round += 1) {
    const next = new Array<number>(size + 1).fill(0);
    runs = 0;
    concluded = 0;
    for (const [good, probability] of known.entries()) {
      for (const { batch, share } of listBatches(size, good, failureRate)) {
        const broken = batch.filter((isBroken) => isBroken).length;
        const left = broken === 0 ? 0 : size - broken;
        next[left] = (next[left] ?? 0) + probability * share;
        runs += probability * share * countRuns(batch);
        concluded += probability * share * (size - left);
      }
    }
    known = next;
  }
  return runs / concluded;
}

/** Lists all batches that begin with so many good ones, and their probabilities. */
function listBatches(size: number, good: number, failureRate: number): { batch: boolean[]; share: number }[] {
  const fresh = size - good;
  return Array.from({ length: 2 ** fresh }, (_, bits) => {
    const isBroken = Array.from({ length: fresh }, (_, index) => ((bits >> index) & 1) === 1);
    const share = isBroken.reduce((product, one) => product * (one ? failureRate : 1 - failureRate), 1);
    return { batch: [...new Array<boolean>(good).fill(false), ...isBroken], share };
  });
}

/** The run of a part, and those of its halves if it fails. */
function countRuns(part: readonly boolean[]): number {
  if (part.length === 1 || !part.includes(true)) return 1;
  const middle = part.length / 2;
  return 1 + countRuns(part.slice(0, middle)) + countRuns(part.slice(middle));
}
