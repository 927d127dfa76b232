import fc from "fast-check";
import { findSettingChanges, isSameSetting } from "../../src/queue/find-setting-changes";
import {
  findSetting,
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "../../src/queue/settings";
import { arbitrarySettings, arbitrarySettingValue } from "../support/arbitrary-settings";

function applyChanges(current: QueueRecord, changes: ReturnType<typeof findSettingChanges>): QueueRecord {
  const result = new Map<string, SettingValue | undefined>(Object.entries(current));
  for (const change of changes) result.set(change.name, change.after);
  return Object.fromEntries(result);
}

describe("findSettingChanges", () => {
  test("finds managed differences only, in the table's order, and none once its changes are applied", () => {
    fc.assert(
      fc.property(arbitrarySettings(), arbitrarySettings(), (current, desired) => {
        const changes = findSettingChanges(current, desired);
        for (const { name, before, after } of changes)
          expect([before, after]).toEqual([current[name], desired[name]]);
        expect(findSettingChanges(applyChanges(current, changes), desired)).toEqual([]);
        expect(findSettingChanges(current, current)).toEqual([]);
        expect(findSettingChanges(current, {})).toEqual([]);
        const names = findSettingChanges({}, desired).map((change) => change.name);
        expect(names).toEqual(SETTING_NAMES.filter((name) => desired[name] !== undefined));
      }),
    );
  });

  test("names the value before and after of exactly what differs", () => {
    const current = { mode: "single", concurrency: 2, batch: true, requiredStatuses: ["ci"] };
    const desired = { mode: "parallel", concurrency: 2, requiredStatuses: [] } as const;
    expect(findSettingChanges(current, desired)).toEqual([
      { name: "mode", before: "single", after: "parallel" },
      { name: "requiredStatuses", before: ["ci"], after: [] },
    ]);
  });

  test("counts an unknown value as different, even from an empty set", () => {
    expect(findSettingChanges({}, { requiredStatuses: [], batch: false })).toEqual([
      { name: "batch", before: undefined, after: false },
      { name: "requiredStatuses", before: undefined, after: [] },
    ]);
  });
});

describe("isSameSetting", () => {
  const cases: readonly [SettingName, SettingValue, SettingValue, boolean][] = [
    ["concurrency", 4, 4, true],
    ["concurrency", 4, 5, false],
    ["batch", false, false, true],
    ["batch", false, true, false],
    ["mode", "parallel", "single", false],
    ["mode", "parallel", 1, false],
    ["mode", 1, "parallel", false],
    ["mergeMethod", "of-a-newer-service", "of-a-newer-service", true],
    ["enqueueingLabel", "", "", true],
    ["enqueueingLabel", "Ready", "ready", false],
    ["enqueueingLabel", "caf\u00e9", "cafe\u0301", true],
    ["requiredStatuses", ["a", "b"], ["b", "a"], true],
    ["requiredStatuses", ["a", "b", "a"], ["b", "a", "b"], true],
    ["requiredStatuses", ["a"], ["A"], false],
    ["requiredStatuses", ["a", "b"], ["a"], false],
    ["requiredStatuses", ["a,b"], ["a", "b"], false],
    ["requiredStatuses", [], [], true],
    ["requiredStatuses", [], "[]", false],
    ["requiredStatuses", ["caf\u00e9"], ["cafe\u0301"], true],
  ];
  test.each(cases)("%s: %j and %j → same: %s", (name, a, b, expected) => {
    expect(isSameSetting(name, a, b)).toBe(expected);
    expect(isSameSetting(name, b, a)).toBe(expected);
  });

  test("says the same of a pair in either order", () => {
    for (const name of SETTING_NAMES) {
      const value = arbitrarySettingValue(findSetting(name));
      fc.assert(
        fc.property(value, value, (a, b) => {
          expect(isSameSetting(name, a, b)).toBe(isSameSetting(name, b, a));
        }),
        { numRuns: 30 },
      );
    }
  });

  test("finds a set equal to every order and repetition of itself", () => {
    const statuses = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        statuses.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(isSameSetting("requiredStatuses", list, [...shuffled, ...list])).toBe(true);
        },
      ),
    );
  });
});
