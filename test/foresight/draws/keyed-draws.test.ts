import { KeyedDraws } from "../../../src/foresight/draws/keyed-draws";
import { meanOf } from "../support/make-setup";

const COUNT = 20_000;
const NUMBERS = Array.from({ length: COUNT }, (_, index) => index);

/** Largest distance between the distribution of values and the uniform one, times the root of their count. */
function measureDistance(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const distances = sorted.map((value, index) =>
    Math.max(Math.abs(value - index / COUNT), Math.abs(value - (index + 1) / COUNT)),
  );
  return distances.reduce((most, one) => Math.max(most, one), 0) * Math.sqrt(COUNT);
}

/** Exceeded with a probability of 0.1 % (Kolmogorov). */
const MOST_DISTANCE = 1.95;

/** Correlation coefficient. */
function correlate(left: readonly number[], right: readonly number[]): number {
  const [meanLeft, meanRight] = [meanOf(left), meanOf(right)];
  const product = meanOf(left.map((value, index) => (value - meanLeft) * ((right[index] ?? 0) - meanRight)));
  const varianceOf = (values: readonly number[], mean: number) =>
    meanOf(values.map((value) => (value - mean) ** 2));
  return product / Math.sqrt(varianceOf(left, meanLeft) * varianceOf(right, meanRight));
}

/** Of independent numbers, exceeded with a probability of 0.1 %. */
const MOST_CORRELATION = 3.3 / Math.sqrt(COUNT);

describe("KeyedDraws", () => {
  const draws = new KeyedDraws("1", 0);
  const first = NUMBERS.map((number) => draws.drawUniform("flake", number));

  test("the same key gives the same number, in any order and in another process", () => {
    const again = new KeyedDraws("1", 0);
    expect(again.drawUniform("flake", 99)).toBe(first[99]);
    expect(again.drawUniform("flake", 3)).toBe(first[3]);
    expect(again.drawUniform("flake", 0)).toBe(0.46357648510409344);
  });

  test("numbers are uniform, and neighbors are independent", () => {
    expect(measureDistance(first)).toBeLessThan(MOST_DISTANCE);
    for (const distance of [1, 2, 7]) {
      const shifted = [...first.slice(distance), ...first.slice(0, distance)];
      expect(Math.abs(correlate(first, shifted))).toBeLessThan(MOST_CORRELATION);
    }
  });

  test.each([
    ["purposes", new KeyedDraws("1", 0), "broken", 0],
    ["attempts", new KeyedDraws("1", 0), "flake", 1],
    ["replications", new KeyedDraws("1", 1), "flake", 0],
    ["seeds", new KeyedDraws("2", 0), "flake", 0],
  ] as const)("numbers for other %s are independent", (_, others, purpose, attempt) => {
    const values = NUMBERS.map((number) => others.drawUniform(purpose, number, attempt));
    expect(Math.abs(correlate(first, values))).toBeLessThan(MOST_CORRELATION);
  });
});
