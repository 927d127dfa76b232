import type { AdditionalSettings, JsonValue } from "../../src/queue/additional-settings";
import type { QueueRecord, QueueSettings } from "../../src/queue/settings";
import { findWantedChanges } from "../../src/reconcile/find-wanted-changes";
import { SETTINGS_SHOWN } from "../support/all-settings";

function find(
  settings: QueueSettings,
  shown: QueueRecord,
  additionalSettings?: AdditionalSettings,
  additionalFields: object = {},
): unknown[] {
  const asked = additionalSettings === undefined ? { settings } : { settings, additionalSettings };
  return findWantedChanges(asked, {
    settings: shown,
    additionalFields: additionalFields as Readonly<Record<string, unknown>>,
  });
}

describe("findWantedChanges", () => {
  test("finds nothing if all requested values are shown", () => {
    expect(find({ concurrency: 5, mode: "single" }, SETTINGS_SHOWN)).toEqual([]);
    expect(find({}, {})).toEqual([]);
  });

  test("the order and duplicates of required statuses never matter", () => {
    expect(find({ requiredStatuses: ["a", "b"] }, { requiredStatuses: ["b", "a", "b"] })).toEqual([]);
  });

  test("returns setting, requested and stored value, in the table's order", () => {
    const asked = { mergeMethod: "squash", state: "paused" } as const;
    expect(find(asked, { state: "running" })).toEqual([
      { name: "state", isAdditional: false, wanted: "paused", now: "running" },
      { name: "mergeMethod", isAdditional: false, wanted: "squash", now: undefined },
    ]);
  });

  test("F-25: switching_modes counts as the requested state", () => {
    expect(find({ state: "paused" }, { state: "switching_modes" })).toEqual([]);
  });

  test("I-1: additional settings are compared as JSON, after those of the table", () => {
    const asked: AdditionalSettings = new Map<string, JsonValue>([
      ["limits", { a: 1, b: [2] }],
      ["color", "red"],
      ["absent", true],
    ]);
    const shown = { color: "blue", limits: { b: [2], a: 1.0 } };
    expect(find({ concurrency: 2 }, { concurrency: 1 }, asked, shown)).toEqual([
      { name: "concurrency", isAdditional: false, wanted: 2, now: 1 },
      { name: "color", isAdditional: true, wanted: "red", now: "blue" },
      { name: "absent", isAdditional: true, wanted: true, now: undefined },
    ]);
  });

  test("a null is not managed and not compared", () => {
    expect(find({}, {}, new Map([["color", null]]), { color: "blue" })).toEqual([]);
  });

  test("S-12: inherited properties are not settings", () => {
    const asked: AdditionalSettings = new Map([["constructor", "x"]]);
    expect(find({}, {}, asked)).toEqual([
      { name: "constructor", isAdditional: true, wanted: "x", now: undefined },
    ]);
  });
});
