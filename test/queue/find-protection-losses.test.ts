import fc from "fast-check";
import { findProtectionLosses } from "../../src/queue/find-protection-losses";
import type { QueueRecord } from "../../src/queue/settings";
import { arbitrarySettings } from "../support/arbitrary-settings";

const names = (before: QueueRecord, after: QueueRecord): string[] =>
  findProtectionLosses(before, after).map((loss) => loss.name);

describe("findProtectionLosses", () => {
  test.each<[string, string[] | undefined, string[], string]>([
    [
      "names every removed required status, once",
      ["ci/build", "ci/build", "ci/test", "lint"],
      ["ci/test"],
      'Required statuses will be removed: "ci/build", "lint". Pull requests then merge without them.',
    ],
    [
      "says so when none is left",
      ["ci"],
      [],
      'No status will be required any more: "ci" will be removed, and pull requests merge without passing any.',
    ],
    [
      "says so when none is required from the start, whatever branch protection demands",
      undefined,
      [],
      "An empty list is requested. Most services ignore it. On a service that applies it, no status is required, and " +
        "pull requests merge without passing any. Leave the list out to inherit the statuses of branch protection and of " +
        "the repository's configuration file.",
    ],
  ])("S-26: %s", (_title, before, after, message) => {
    const losses = findProtectionLosses({ requiredStatuses: before }, { requiredStatuses: after });
    expect(losses).toEqual([{ name: "requiredStatuses", message }]);
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
    ["the Unicode form changes", { requiredStatuses: ["\u00e9"] }, { requiredStatuses: ["e\u0301"] }],
    ["direct merging was on", { directMergeMode: "always" }, { directMergeMode: "always" }],
    ["direct merging goes off", { directMergeMode: "always" }, { directMergeMode: "off" }],
  ])("S-26: stays silent when %s", (_title, before, after) => {
    expect(findProtectionLosses(before, after)).toEqual([]);
  });

  test("S-26: a change to the current values never loses anything", () => {
    fc.assert(
      fc.property(arbitrarySettings(), (settings) => {
        expect(findProtectionLosses(settings, settings)).toEqual([]);
      }),
    );
  });
});
