import { hash } from "node:crypto";
import { computePhilox, type Words } from "./philox";

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
 * Random numbers of one replication, keyed by what they are for: the same key gives the same number, in whatever order and
 * however often numbers are drawn. Two simulations with different settings then meet the same pull requests and tests
 * (common random numbers).
 */
export class KeyedDraws {
  readonly #key: readonly [number, number];

  constructor(seed: string, replication: number) {
    const digest = hash("sha256", `${replication}\n${seed}`, "buffer");
    this.#key = [digest.readUInt32BE(0), digest.readUInt32BE(4)];
  }

  /** Draws from the uniform distribution between 0 and 1, both exclusive. `item` and `attempt` are 0 to 4294967295. */
  drawUniform(purpose: Purpose, item: number, attempt = 0): number {
    const [a, b] = this.#draw(purpose, item, attempt);
    return toUniform(a, b);
  }

  /** Draws from the exponential distribution with mean 1. */
  drawExponential(purpose: Purpose, item: number, attempt = 0): number {
    return -Math.log(this.drawUniform(purpose, item, attempt));
  }

  /** Draws from the normal distribution with mean 0 and standard deviation 1: Box–Muller. */
  drawNormal(purpose: Purpose, item: number, attempt = 0): number {
    const [a, b, c, d] = this.#draw(purpose, item, attempt);
    return Math.sqrt(-2 * Math.log(toUniform(a, b))) * Math.cos(2 * Math.PI * toUniform(c, d));
  }

  #draw(purpose: Purpose, item: number, attempt: number): Words {
    return computePhilox([item, attempt, PURPOSES[purpose], 0], this.#key);
  }
}

/** 52 bits and a half: neither 0 nor 1 can occur, so that every logarithm is finite. */
function toUniform(high: number, low: number): number {
  return ((high >>> 6) * 0x400_0000 + (low >>> 6) + 0.5) / 0x10_0000_0000_0000;
}
