import { type Readiness, tryCanStartTesting } from "../../../src/wire/first/pull-request";

const READY: Readiness = {
  hasImpactedTargets: true,
  requiresImpactedTargets: true,
  doesBaseBranchMatch: true,
  hostMergeability: "mergeable",
};

describe("tryCanStartTesting", () => {
  test.each<[string, Readiness, boolean | undefined]>([
    ["everything is fulfilled", {}, true],
    ["targets are missing and required", { hasImpactedTargets: false }, false],
    [
      "targets are missing and not required",
      { hasImpactedTargets: false, requiresImpactedTargets: false },
      true,
    ],
    [
      "targets are untold and not required",
      { hasImpactedTargets: undefined, requiresImpactedTargets: false },
      true,
    ],
    ["targets are untold and required", { hasImpactedTargets: undefined }, undefined],
    ["targets are there and the requirement untold", { requiresImpactedTargets: undefined }, true],
    [
      "targets are missing and the requirement untold",
      { hasImpactedTargets: false, requiresImpactedTargets: undefined },
      undefined,
    ],
    ["the base branch is another", { doesBaseBranchMatch: false }, false],
    ["the base branch is untold", { doesBaseBranchMatch: undefined }, undefined],
    ["mergeability is not known yet", { hostMergeability: "unspecified" }, false],
    ["mergeability is being computed", { hostMergeability: "in_progress" }, false],
    ["there is a conflict", { hostMergeability: "not_mergeable" }, false],
    ["mergeability is untold", { hostMergeability: undefined }, undefined],
    ["mergeability is a newer word", { hostMergeability: "mergeable_soon" }, undefined],
    [
      "one thing fails and another is untold",
      { doesBaseBranchMatch: false, hostMergeability: undefined },
      false,
    ],
  ])("follows the interface's rule if %s", (_, readiness, expected) => {
    expect(tryCanStartTesting({ ...READY, ...readiness })).toBe(expected);
  });

  test("is unknown without readiness", () => {
    expect(tryCanStartTesting()).toBeUndefined();
    expect(tryCanStartTesting(undefined)).toBeUndefined();
  });
});
