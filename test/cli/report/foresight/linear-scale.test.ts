import { layOutAxis } from "../../../../src/cli/report/foresight/linear-scale";

describe("a linear axis", () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [6, [0, 1, 2, 3, 4, 5, 6]],
    [7, [0, 2, 4, 6, 8]],
    [59.1, [0, 10, 20, 30, 40, 50, 60]],
    [100, [0, 20, 40, 60, 80, 100]],
    [0.003, [0, 0.0005, 0.001, 0.0015, 0.002, 0.0025, 0.003]],
    [1_201, [0, 500, 1_000, 1_500]],
  ])("up to %d has round ticks", (max, ticks) => {
    expect(layOutAxis(max, 0, 1).ticks).toEqual(ticks);
  });

  test("begins with 0 and ends with its last tick", () => {
    const { scale } = layOutAxis(59, 200, 20);
    expect([0, 30, 60].map(scale)).toEqual([200, 110, 20]);
  });

  test("its last tick is never below the largest number, and not far above", () => {
    for (let max = 0.001; max < 100_000; max *= 1.07) {
      const { ticks } = layOutAxis(max, 0, 1);
      const last = ticks.at(-1) ?? 0;
      expect(last).toBeGreaterThanOrEqual(max * (1 - 1e-9));
      expect(last).toBeLessThan(max * 2);
      expect(ticks.length).toBeLessThanOrEqual(8);
    }
  });
});
