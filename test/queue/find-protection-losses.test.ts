import fc from "fast-check";
import { findProtectionLosses } from "../../src/queue/find-protection-losses";
import type { QueueRecord } from "../../src/queue/settings";
import { arbitrarySettings } from "../support/arbitrary-settings";

const names = (before: QueueRecord, after: QueueRecord): string[] =>
  findProtectionLosses(before, after).map((loss) => loss.name);

describe("findProtectionLosses", () => {
  test("S-26: names every removed required status", () => {
    const losses = findProtectionLosses(
      { requiredStatuses: ["ci/build", "ci/test", "lint"] },
      { requiredStatuses: ["ci/test"] },
    );
    expect(losses).toEqual([
      {
        name: "requiredStatuses",
        message:
          'Required statuses will be removed: "ci/build", "lint". Pull requests then merge without them.',
      },
    ]);
  });

  test("S-26: says so when none is left", () => {
    const [loss] = findProtectionLosses({ requiredStatuses: ["ci"] }, { requiredStatuses: [] });
    expect(loss?.message).toBe(
      'No status will be required any more: "ci" will be removed, and pull requests merge without passing any.',
    );
  });

  test("S-26: says so when none is required from the start, whatever branch protection demands", () => {
    const [loss, ...others] = findProtectionLosses({}, { requiredStatuses: [] });
    expect(loss).toEqual({
      name: "requiredStatuses",
      message:
        "An empty list is requested. Most services ignore it. On a service that applies it, no status is required, and " +
        "pull requests merge without passing any. Leave the list out to inherit the statuses of branch protection and of " +
        "the repository's configuration file.",
    });
    expect(others).toEqual([]);
  });

  test("S-26: warns when direct merging is switched on", () => {
    expect(names({ directMergeMode: "off" }, { directMergeMode: "always" })).toEqual(["directMergeMode"]);
    expect(names({}, { directMergeMode: "always" })).toEqual(["directMergeMode"]);
  });

  test.each<[string, QueueRecord, QueueRecord]>([
    ["statuses are added", { requiredStatuses: ["a"] }, { requiredStatuses: ["b", "a"] }],
    ["statuses are not touched", { requiredStatuses: ["a"] }, { mode: "single" }],
    ["there are statuses where none were known", {}, { requiredStatuses: ["a"] }],
    ["there were none before", { requiredStatuses: [] }, { requiredStatuses: [] }],
    [
      "a status only changes its Unicode form",
      { requiredStatuses: ["\u00e9"] },
      { requiredStatuses: ["e\u0301"] },
    ],
    ["direct merging was on", { directMergeMode: "always" }, { directMergeMode: "always" }],
    ["direct merging goes off", { directMergeMode: "always" }, { directMergeMode: "off" }],
  ])("S-26: stays silent when %s", (_title, before, after) => {
    expect(findProtectionLosses(before, after)).toEqual([]);
  });

  test("names a status once, however often the service lists it", () => {
    const [loss] = findProtectionLosses({ requiredStatuses: ["a", "a", "b"] }, { requiredStatuses: ["b"] });
    expect(loss?.message).toContain('removed: "a". Pull');
  });

  test("S-26: a change to the current values never loses anything", () => {
    fc.assert(
      fc.property(arbitrarySettings(), (settings) => {
        expect(findProtectionLosses(settings, settings)).toEqual([]);
      }),
    );
  });
});
