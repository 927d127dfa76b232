import { findProtectionLosses } from "../../src/queue/find-protection-losses";
import { findReplacementLosses } from "../../src/queue/find-replacement-losses";
import { ASSUMED_DEFAULTS } from "../../src/queue/settings";

const NONE = () => false;

describe("findReplacementLosses", () => {
  test("S-26: required statuses, a pause and every other setting that is not declared and no default are lost", () => {
    const lost = {
      state: "paused",
      concurrency: 4,
      requiredStatuses: ["ci"],
      directMergeMode: "off",
      mergeMethod: "newer",
    };
    // As many bisections as the concurrency are the default of a new queue.
    const losses = findReplacementLosses({ ...ASSUMED_DEFAULTS, ...lost, bisectionConcurrency: 4 }, NONE);
    expect(losses.map(({ name, value }) => [name, value])).toEqual(Object.entries(lost));
  });

  test("declared settings, defaults, an empty list, a transient state and missing settings are not lost", () => {
    const before = { state: "switching_modes", mode: "single", concurrency: 4 };
    expect(findReplacementLosses(before, (name) => name === "concurrency")).toEqual([]);
    expect(findReplacementLosses({ ...ASSUMED_DEFAULTS, requiredStatuses: [] }, NONE)).toEqual([]);
  });

  test("a bisection concurrency that is not the concurrency is lost", () => {
    const lost = [{ name: "bisectionConcurrency", value: 2 }];
    expect(findReplacementLosses({ ...ASSUMED_DEFAULTS, bisectionConcurrency: 2 }, NONE)).toEqual(lost);
    expect(findReplacementLosses({ bisectionConcurrency: 2 }, NONE)).toEqual(lost);
    expect(findReplacementLosses({ bisectionConcurrency: 5 }, NONE)).toEqual([]);
  });

  test("S-26: statuses that a replacement loses count as lost merge protection", () => {
    const lost = [{ name: "requiredStatuses" }] as const;
    const [loss, ...others] = findProtectionLosses({ requiredStatuses: ["a", "a", "b"] }, {}, lost);
    expect(others).toEqual([]);
    expect(loss?.name).toBe("requiredStatuses");
    expect(loss?.message).toMatch(/^Required statuses are not carried over: "a", "b"\. They are not/);
    for (const before of [{ requiredStatuses: [] }, {}])
      expect(findProtectionLosses(before, {}, lost)).toEqual([]);
    expect(findProtectionLosses({ requiredStatuses: ["a"] }, {}, [{ name: "state" }])).toEqual([]);
  });
});
