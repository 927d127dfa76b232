import fc from "fast-check";
import {
  computeBetaProbability,
  computeBetaQuantile,
} from "../../../src/foresight/statistics/beta-distribution";
import { computeStudentBound, estimateMean } from "../../../src/foresight/statistics/interval";
import { findPercentile } from "../../../src/foresight/statistics/sample";

describe("the beta distribution", () => {
  it("is x^a if the second shape is 1", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.1, max: 50, noNaN: true }),
        (x, a) => {
          expect(computeBetaProbability(x, a, 1)).toBeCloseTo(x ** a, 12);
        },
      ),
    );
  });

  it("has quantiles that invert it, also for thousands of observations", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.5, max: 20_000, noNaN: true }),
        fc.double({ min: 0.5, max: 20_000, noNaN: true }),
        (probability, a, b) => {
          // Close to 1 the next number that can be written is already several 1e-10 more probable.
          const quantile = computeBetaQuantile(probability, a, b);
          const below = computeBetaProbability(quantile - Number.EPSILON, a, b);
          const above = computeBetaProbability(quantile + Number.EPSILON, a, b);
          expect(below).toBeLessThan(probability + 1e-10);
          expect(above).toBeGreaterThan(probability - 1e-10);
        },
      ),
      { numRuns: 30, examples: [[0.998173795869133, 14759.617120951672, 0.5]] },
    );
  });

  it("ends at 0 and 1", () => {
    expect(computeBetaProbability(0, 2, 3)).toBe(0);
    expect(computeBetaProbability(1, 2, 3)).toBe(1);
  });

  it.each([0, 1])("has a quantile of probability %d", (probability) => {
    const shapes = [0.5, 2, 2_000].flatMap((a) => [0.5, 3, 2_000].map((b) => [a, b] as const));
    for (const [a, b] of shapes) {
      // Close to 1 the next number that can be written is already up to 1e-6 more probable.
      const found = computeBetaProbability(computeBetaQuantile(probability, a, b), a, b);
      expect(found).toBeCloseTo(probability, 5);
    }
  });
});

describe("the t-interval", () => {
  it.each([
    [1, 12.7062047362],
    [120, 1.97993040505],
  ])("uses the published quantile of %d degrees of freedom", (freedom, published) => {
    expect(computeStudentBound(freedom)).toBeCloseTo(published, 9);
  });

  it("has no width for equal observations, nor for one", () => {
    expect(estimateMean([7, 7, 7])).toEqual({ value: 7, low: 7, high: 7 });
    expect(estimateMean([7])).toEqual({ value: 7, low: 7, high: 7 });
  });
});

describe("a percentile", () => {
  it("is the smallest value that this share of the values does not exceed", () => {
    const sorted = [15, 20, 35, 40, 50];
    expect(findPercentile(sorted, 0.3)).toBe(20);
    expect(findPercentile(sorted, 0.4)).toBe(20);
    expect(findPercentile(sorted, 0.5)).toBe(35);
    expect(findPercentile(sorted, 0.9)).toBe(50);
    expect(findPercentile(sorted, 1)).toBe(50);
  });

  it("is not moved by rounding errors of the share", () => {
    const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
    for (let percent = 1; percent <= 100; percent++)
      expect(findPercentile(sorted, percent / 100)).toBe(percent);
  });
});
