import {
  isTransient,
  toImportedState,
  withLiveSettings,
} from "../../../../src/provider/queue-resource/values/to-state";
import { config, state, toPlainObject } from "../../support/queue-values";

describe("withLiveSettings", () => {
  test("C-61, F-24: takes drift as the service shows it and keeps what means the same", () => {
    const before = state({ required_statuses: ["b", "a"], merge_method: "rebase" });
    const after = withLiveSettings(before, {
      requiredStatuses: ["a", "b", "a"],
      mergeMethod: "squash",
      mode: "parallel",
    });
    expect(toPlainObject(after)).toMatchObject({
      required_statuses: ["b", "a"],
      merge_method: "squash",
      mode: "parallel",
      concurrency: null,
    });
  });

  test("C-14: statuses are stored in Unicode NFC, each once", () => {
    const after = withLiveSettings(config(), { requiredStatuses: ["e\u0301", "\u00e9", "a"] });
    expect(after.get("required_statuses")).toEqual(["\u00e9", "a"]);
  });

  test("does not change the given state", () => {
    const before = state();
    withLiveSettings(before, { mode: "parallel" });
    expect(before).toEqual(state());
  });
});

describe("toImportedState", () => {
  test("K-6b: numbers out of bounds and fractions are null, as validation would refuse them", () => {
    const after = toImportedState(config(), { concurrency: 0, pendingFailureDepth: 1.5, batchingMinSize: 1 });
    expect(toPlainObject(after)).toMatchObject({
      concurrency: null,
      pending_failure_depth: null,
      batching_min_size: 1,
    });
  });
});

describe("isTransient", () => {
  test("only switching_modes of the state passes", () => {
    expect(isTransient("state", { state: "switching_modes" })).toBe(true);
    expect(isTransient("state", { state: "paused" })).toBe(false);
    expect(isTransient("state", {})).toBe(false);
    expect(isTransient("mode", { mode: "switching_modes" })).toBe(false);
    expect(isTransient("concurrency", { concurrency: 1 })).toBe(false);
  });
});
