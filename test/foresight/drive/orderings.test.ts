import { measureConflicts, measureWays } from "../support/published-orderings";

describe("published orderings", () => {
  test("at 500 changes an hour, one by one is far slower than batches, these than one line of everything, and that than an oracle", () => {
    const minutes = measureWays(100);
    expect(minutes).toHaveLength(4);
    const [oneByOne = 0, batches = 0, line = 0, oracle = 0] = minutes;
    expect(oneByOne).toBeGreaterThan(5 * batches);
    expect(batches).toBeGreaterThan(2 * line);
    expect(line).toBeGreaterThan(2 * oracle);
    // It only waits for the tests themselves, of half an hour.
    expect(oracle).toBeLessThan(33);
  });

  test("the more changes are in the queue at the same time, the more of them conflict", () => {
    const [few, many] = [measureConflicts(2, 300), measureConflicts(16, 300)];
    expect(few).toBeGreaterThan(0);
    expect(few).toBeLessThan(0.1);
    expect(many).toBeGreaterThan(0.25);
    expect(many).toBeLessThan(0.55);
  });
});
