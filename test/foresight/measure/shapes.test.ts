import type { ReplicationResult } from "../../../src/foresight/drive/replication";
import { describeShapes } from "../../../src/foresight/measure/shapes";
import { makeResult } from "./make-result";

const FAST = Array.from({ length: 50 }, (_, index) => index + 1);
const SLOW = Array.from({ length: 50 }, (_, index) => index + 51);

function describeNow(...results: readonly Partial<ReplicationResult>[]) {
  return describeShapes(results.map((now) => ({ now: makeResult(now), then: makeResult({}) }))).now;
}

describe("the shapes of a forecast", () => {
  test("percentiles are over the pull requests of all replications", () => {
    const { minutesToMerge } = describeNow({ minutesToMerge: SLOW }, { minutesToMerge: FAST });
    expect(minutesToMerge).toHaveLength(101);
    expect([0, 1, 50, 90, 100].map((percent) => minutesToMerge[percent])).toEqual([1, 1, 50, 90, 100]);
  });

  test("there are no times to merge if one replication does not keep up, or nothing merged", () => {
    expect(
      describeNow({ minutesToMerge: FAST }, { keepsUp: false, minutesToMerge: [] }).minutesToMerge,
    ).toEqual([]);
    expect(describeNow({ minutesToMerge: [] }).minutesToMerge).toEqual([]);
  });

  test("the queue length of an hour has an interval over replications, and is never below 0", () => {
    const lengths = (value: number | undefined): (number | undefined)[] =>
      Array.from({ length: 24 }, (_, hour) => (hour === 9 ? value : hour === 10 ? 4 : undefined));
    const { queueLength } = describeNow({ queueLengthByHour: lengths(0) }, { queueLengthByHour: lengths(2) });
    // Standard deviation of the mean 1, t(1) 12.7.
    expect(queueLength[9]).toEqual({ value: 1, low: 0, high: expect.closeTo(13.706, 3) as number });
    expect(queueLength[10]).toEqual({ value: 4, low: 4, high: 4 });
    expect(queueLength[8]).toBeUndefined();
    expect(
      describeNow({ queueLengthByHour: lengths(1) }, { queueLengthByHour: lengths(undefined) })
        .queueLength[9],
    ).toBeUndefined();
  });
});
