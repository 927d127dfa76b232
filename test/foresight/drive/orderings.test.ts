import type { ReplicationResult } from "../../../src/foresight/drive/replication";
import { meanOf, NO_DEPENDENCIES, replicate, type SetupChanges } from "../support/make-setup";

/** 100 changes an hour, tests of half an hour, some broken changes. */
const BUSY: SetupChanges = {
  pullRequests: 300,
  load: {
    arrivals: { kind: "poisson", perHour: 100 },
    testMinutes: { kind: "lognormal", mean: 30, cv: 0.3 },
    failureRate: 0.03,
  },
};

function simulate({ settings = {}, load, ...changes }: SetupChanges): ReplicationResult {
  const [result] = replicate(1, { ...BUSY, ...changes, settings, load: { ...BUSY.load, ...load } });
  if (result === undefined) throw new Error("Nothing was simulated.");
  return result;
}

describe("ways to test a busy repository, in the order that is published for them", () => {
  test("one by one does not keep up; nor does one line with many tests at once, but it merges far more; independent changes take hardly more than their test", () => {
    const oneByOne = simulate({});
    const line = simulate({ singleMode: "one-line", settings: { mode: "single", concurrency: 200 } });
    const independent = simulate({
      settings: { mode: "parallel", concurrency: 200 },
      load: { targets: NO_DEPENDENCIES },
    });
    expect(oneByOne.keepsUp).toBe(false);
    expect(oneByOne.merged / oneByOne.durationHours).toBeLessThan(3);
    expect(independent.keepsUp).toBe(true);
    expect(meanOf(independent.minutesToMerge)).toBeLessThan(33);
    expect(line.keepsUp).toBe(false);
    // What is ahead and fails makes everything behind it start again.
    expect(line.testRuns / line.merged).toBeGreaterThan(1.5 * (independent.testRuns / independent.merged));
    expect(line.merged / line.durationHours).toBeGreaterThan(5 * (oneByOne.merged / oneByOne.durationHours));
    expect(line.merged / line.durationHours).toBeLessThan(independent.merged / independent.durationHours);
  });
});
