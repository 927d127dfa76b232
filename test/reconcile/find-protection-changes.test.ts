import { findProtectionChanges } from "../../src/reconcile/find-protection-changes";
import { textWith } from "../plan/support/text-with";

describe("findProtectionChanges", () => {
  test("S-26: finds every loss of protection, with its message", () => {
    const before = { requiredStatuses: ["a", "b"], directMergeMode: "off" };
    const after = { requiredStatuses: ["b"], directMergeMode: "always" };
    expect(findProtectionChanges(before, after)).toEqual([
      { name: "requiredStatuses", kind: "loss", message: textWith('"a"') },
      { name: "directMergeMode", kind: "loss", message: textWith("without being tested") },
    ]);
  });

  test.each([
    ["running", "paused", true],
    ["running", "draining", true],
    ["draining", "paused", true],
    ["paused", "draining", false],
    ["paused", "paused", false],
    ["draining", "draining", false],
    ["paused", "running", false],
    ["running", undefined, false],
    [undefined, "paused", true],
    ["running", "unheard_of", false],
  ])("from %s to %s: a pause is %s", (before, after, isPause) => {
    const changes = findProtectionChanges(
      before === undefined ? {} : { state: before },
      after === undefined ? {} : { state: after },
    );
    expect(changes.map(({ name, kind }) => [name, kind])).toEqual(isPause ? [["state", "pause"]] : []);
  });

  test("says what a pause means, and what a drain does", () => {
    const [pause] = findProtectionChanges({ state: "running" }, { state: "paused" });
    const [drain] = findProtectionChanges({ state: "running" }, { state: "draining" });
    expect(pause?.message).toMatch(
      /^The queue will be paused: until it is set to running, it merges nothing/,
    );
    expect(drain?.message).toMatch(
      /^The queue will drain: until it is set to running, running tests continue/,
    );
  });

  test("more protection, or the same, is not a change of protection", () => {
    const before = { requiredStatuses: ["a"], directMergeMode: "always", state: "paused" };
    const stronger = { requiredStatuses: ["a", "b"], directMergeMode: "off", state: "running" };
    expect(findProtectionChanges(before, stronger)).toEqual([]);
    expect(findProtectionChanges(before, {})).toEqual([]);
  });
});
