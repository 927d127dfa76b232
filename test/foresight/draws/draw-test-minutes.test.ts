import { drawTestMinutes } from "../../../src/foresight/draws/draw-test-minutes";
import { KeyedDraws } from "../../../src/foresight/draws/keyed-draws";
import type { TestMinutes } from "../../../src/foresight/load";
import { meanOf } from "../support/make-setup";

const COUNT = 50_000;

function drawMany(testMinutes: TestMinutes): number[] {
  const draws = new KeyedDraws("1", 0);
  return Array.from({ length: COUNT }, (_, number) => drawTestMinutes(testMinutes, draws, number, 0));
}

describe("drawTestMinutes", () => {
  test.each<[TestMinutes, number]>([
    [{ kind: "constant", mean: 12 }, 0],
    [{ kind: "exponential", mean: 12 }, 1],
    [{ kind: "lognormal", mean: 12, cv: 0.5 }, 0.5],
    [{ kind: "lognormal", mean: 12, cv: 1.5 }, 1.5],
    [{ kind: "empirical", minutes: [6, 18] }, 0.5],
  ])("%j has its mean and its coefficient of variation of %d", (testMinutes, cv) => {
    const minutes = drawMany(testMinutes);
    const mean = meanOf(minutes);
    const deviation = Math.sqrt(meanOf(minutes.map((each) => (each - mean) ** 2)));
    expect(mean / 12).toBeGreaterThan(0.98);
    expect(mean / 12).toBeLessThan(1.02);
    expect(deviation / mean).toBeGreaterThanOrEqual(cv * 0.95);
    expect(deviation / mean).toBeLessThanOrEqual(cv * 1.05);
  });

  test("observed durations are drawn as they are, each equally often", () => {
    const minutes = drawMany({ kind: "empirical", minutes: [7, 3, 3, 11] });
    const shareOf = (wanted: number) => minutes.filter((each) => each === wanted).length / COUNT;
    expect(new Set(minutes)).toEqual(new Set([3, 7, 11]));
    expect(shareOf(3)).toBeCloseTo(0.5, 1.7);
    expect(shareOf(11)).toBeCloseTo(0.25, 1.7);
  });

  test("another attempt takes another time", () => {
    const draws = new KeyedDraws("1", 0);
    const testMinutes: TestMinutes = { kind: "exponential", mean: 10 };
    const [one, other] = [0, 1].map((attempt) => drawTestMinutes(testMinutes, draws, 5, attempt));
    expect(one).not.toBe(other);
  });
});
