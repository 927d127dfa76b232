/** Four unsigned integers of 32 bits, as those of a key. */
export type Words = readonly [number, number, number, number];

// Globals are slow where a program runs in a context of its own, as in tests.
const { floor, imul } = Math;
const MULTIPLIERS = [0xd2511f53, 0xcd9e8d57] as const;
const KEY_STEPS = [0x9e3779b9, 0xbb67ae85] as const;
const ROUNDS = 10;

/**
 * Philox4x32-10, a random number generator without state: every counter has its own random words, in any order.
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.
 */
export function computePhilox(counter: Words, key: readonly [number, number]): Words {
  let [a, b, c, d] = counter;
  let [key0, key1] = key;
  for (let round = 0; round < ROUNDS; round += 1) {
    const highA = multiplyHigh(MULTIPLIERS[0], a);
    const lowA = imul(MULTIPLIERS[0], a);
    const highC = multiplyHigh(MULTIPLIERS[1], c);
    const lowC = imul(MULTIPLIERS[1], c);
    a = (highC ^ b ^ key0) >>> 0;
    b = lowC >>> 0;
    c = (highA ^ d ^ key1) >>> 0;
    d = lowA >>> 0;
    key0 = (key0 + KEY_STEPS[0]) >>> 0;
    key1 = (key1 + KEY_STEPS[1]) >>> 0;
  }
  return [a, b, c, d];
}

/** Returns the upper half of the 64-bit product of two 32-bit integers. */
function multiplyHigh(left: number, right: number): number {
  const rightHigh = right >>> 16;
  const rightLow = right & 0xffff;
  // Both products are below 2 ** 48, so that they are exact.
  const low = left * rightLow;
  const high = left * rightHigh + floor(low / 0x1_0000);
  return floor(high / 0x1_0000);
}
