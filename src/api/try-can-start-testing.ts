import type { HostMergeability, Readiness } from "./pull-request";

/** What the code host is known to say of mergeability; all but one mean that testing cannot start. */
const MERGEABILITY: ReadonlyMap<string, boolean> = new Map<HostMergeability, boolean>([
  ["unspecified", false],
  ["in_progress", false],
  ["mergeable", true],
  ["not_mergeable", false],
]);

/**
 * Tells whether a pull request can start testing: its base branch matches, the code host says that it is
 * mergeable, and its impacted targets have been reported if the queue requires that (interface, section
 * "Readiness object").
 * @returns undefined where the answer leaves out what decides it, or has a word that this version does not know
 */
export function tryCanStartTesting(readiness: Readiness = {}): boolean | undefined {
  const { hasImpactedTargets, requiresImpactedTargets, doesBaseBranchMatch, hostMergeability } = readiness;
  const conditions = [
    doesBaseBranchMatch,
    MERGEABILITY.get(hostMergeability ?? ""),
    requiresImpactedTargets === false || hasImpactedTargets === true
      ? true
      : requiresImpactedTargets && hasImpactedTargets,
  ];
  if (conditions.includes(false)) return false;
  return conditions.includes(undefined) ? undefined : true;
}
