import { hash } from "node:crypto";

const PURPOSES = {
  arrival: 1,
  start: 2,
  broken: 3,
  target: 4,
  priority: 5,
  flake: 6,
  duration: 7,
  conflict: 8,
} as const;

/** The purpose of a drawn number. Each purpose has its own random numbers. */
export type Purpose = keyof typeof PURPOSES;

/**
 * Random numbers of one replication. The same purpose, item and attempt always give the same number, in any
 * order of draws. Therefore, simulations with different settings get the same pull requests and tests.
 */
export class KeyedDraws {
  readonly #key: readonly [number, number];

  constructor(seed: string, replication: number) {
    const digest = hash("sha256", `${replication}\n${seed}`, "buffer");
    this.#key = [digest.readUInt32BE(0), digest.readUInt32BE(4)];
  }

  /** Draws a number uniformly between 0 and 1, both excluded. `item` and `attempt` are 0 to 4294967295. */
  drawUniform(purpose: Purpose, item: number, attempt = 0): number {
    const [a, b] = this.#draw(purpose, item, attempt);
    return toUniform(a, b);
  }

  /** Draws a number from the exponential distribution with mean 1. */
  drawExponential(purpose: Purpose, item: number, attempt = 0): number {
    return -Math.log(this.drawUniform(purpose, item, attempt));
  }

  /** Draws a number from the normal distribution with mean 0 and standard deviation 1 (Box–Muller method). */
  drawNormal(purpose: Purpose, item: number, attempt = 0): number {
    const [a, b, c, d] = this.#draw(purpose, item, attempt);
    return Math.sqrt(-2 * Math.log(toUniform(a, b))) * Math.cos(2 * Math.PI * toUniform(c, d));
  }

  #draw(purpose: Purpose, item: number, attempt: number): Words {
    return computePhilox([item, attempt, PURPOSES[purpose], 0], this.#key);
  }
}

/** Converts 52 bits to a number above 0 and below 1. It is never 0, so that its logarithm is finite. */
function toUniform(high: number, low: number): number {
  return ((high >>> 6) * 0x400_0000 + (low >>> 6) + 0.5) / 0x10_0000_0000_0000;
}

/** Four unsigned 32-bit integers. */
export type Words = readonly [number, number, number, number];

// Global variables are slow in the contexts in which Jest runs tests.
const { floor, imul } = Math;
const MULTIPLIERS = [0xd2511f53, 0xcd9e8d57] as const;
const KEY_STEPS = [0x9e3779b9, 0xbb67ae85] as const;
const ROUNDS = 10;

/** Generates random numbers from a counter by Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011). */
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

function multiplyHigh(left: number, right: number): number {
  const rightHigh = right >>> 16;
  const rightLow = right & 0xffff;
  // Both products are below 2 ** 48, so that they are exact.
  const low = left * rightLow;
  const high = left * rightHigh + floor(low / 0x1_0000);
  return floor(high / 0x1_0000);
}
