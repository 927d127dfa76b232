import { findMismatches } from "../../src/reconcile/find-mismatches";
import { SETTINGS_SHOWN } from "./support/steps";

describe("findMismatches", () => {
  test("finds nothing where everything asked for is shown", () => {
    expect(findMismatches({ concurrency: 1, mode: "single" }, SETTINGS_SHOWN)).toEqual([]);
    expect(findMismatches({}, {})).toEqual([]);
  });

  test("the order and duplicates of required statuses never matter", () => {
    const record = { requiredStatuses: ["b", "a", "b"] };
    expect(findMismatches({ requiredStatuses: ["a", "b"] }, record)).toEqual([]);
  });

  test("F-18: the case of a word never matters", () => {
    expect(findMismatches({ mergeMethod: "squash" }, { mergeMethod: "SQUASH" })).toEqual([]);
  });

  test("names setting, wish and what is stored, in the table's order", () => {
    const asked = { mergeMethod: "squash", state: "paused" } as const;
    expect(findMismatches(asked, { state: "running" })).toEqual([
      { name: "state", asked: "paused", stored: "running" },
      { name: "mergeMethod", asked: "squash", stored: undefined },
    ]);
  });

  test("F-25: switching_modes counts as the requested state", () => {
    expect(findMismatches({ state: "paused" }, { state: "switching_modes" })).toEqual([]);
  });
});
