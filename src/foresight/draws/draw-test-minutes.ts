import type { TestMinutes } from "../load";
import type { KeyedDraws } from "./keyed-draws";

/** Draws the minutes of a test run of pull request `item`. @param attempt - number of its earlier tests */
export function drawTestMinutes(
  testMinutes: TestMinutes,
  draws: KeyedDraws,
  item: number,
  attempt: number,
): number {
  switch (testMinutes.kind) {
    case "constant":
      return testMinutes.mean;
    case "exponential":
      return testMinutes.mean * draws.drawExponential("duration", item, attempt);
    case "lognormal": {
      const variance = Math.log1p(testMinutes.cv ** 2);
      const normal = draws.drawNormal("duration", item, attempt);
      return testMinutes.mean * Math.exp(Math.sqrt(variance) * normal - variance / 2);
    }
    case "empirical": {
      const { minutes } = testMinutes;
      const index = Math.floor(draws.drawUniform("duration", item, attempt) * minutes.length);
      const drawn = minutes[index];
      if (drawn === undefined) throw new RangeError("There is no observed duration to draw from.");
      return drawn;
    }
  }
}
