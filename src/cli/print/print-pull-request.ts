import type { Readiness, SubmittedPullRequest } from "../../api/pull-request";
import { tryCanStartTesting } from "../../api/try-can-start-testing";
import { paintState } from "./paint-state";
import type { Field } from "./print-fields";
import { printFields } from "./print-fields";
import { describePriority } from "./print-pull-requests";
import { printTime } from "./print-time";
import { toCell, toValueCell } from "./to-cell";
import type { View } from "./view";

/** Fields that are shown in words of ours; all others follow under the service's names. */
const SHOWN: ReadonlySet<string> = new Set([
  "prNumber",
  "prTitle",
  "prAuthor",
  "prBaseBranch",
  "prSha",
  "state",
  "stateChangedAt",
  "priorityName",
  "priorityValue",
  "skipTheLine",
  "readiness",
  "isCurrentlySubmittedToQueue",
  "forceEnqueued",
  "usedDefaultPriorityName",
  "id",
]);

/**
 * Writes one pull request of a queue: what it is, where it is, and whether it can start testing.
 * @param id - the queue's id
 */
export function printPullRequest(id: string, pullRequest: SubmittedPullRequest, view: View): string {
  const { prNumber, prTitle, isCurrentlySubmittedToQueue, usedDefaultPriorityName } = pullRequest;
  const title = prTitle === undefined ? "" : ` ${toCell(prTitle)}`;
  const isDefault = usedDefaultPriorityName !== undefined;
  const fields: Field[] = [
    ["state", paintState(pullRequest.state, view)],
    ["since", toCell(printTime(pullRequest.stateChangedAt ?? "-", view.nowMs))],
    ["in the queue now", toAnswer(isCurrentlySubmittedToQueue)],
    ["can start testing", describeReadiness(pullRequest.readiness)],
    ["priority", `${describePriority(pullRequest)}${isDefault ? " (the default)" : ""}`],
    ["force enqueued", toAnswer(pullRequest.forceEnqueued)],
    ["author", toCell(pullRequest.prAuthor ?? "-")],
    ["base branch", toCell(pullRequest.prBaseBranch ?? "-")],
    ["commit", toCell(pullRequest.prSha ?? "-")],
    ["id", toCell(pullRequest.id ?? "-")],
  ];
  const others = Object.entries(pullRequest)
    .filter(([name, value]) => !SHOWN.has(name) && value !== undefined)
    .map(([name, value]): Field => [name, toValueCell(value)]);
  return `Pull request #${prNumber}${title}\nin queue ${toCell(id)}\n\n${printFields([...fields, ...others])}`;
}

function describeReadiness(readiness: Readiness | undefined): string {
  if (readiness === undefined) return "-";
  const answer = toAnswer(tryCanStartTesting(readiness));
  const obstacles = describeObstacles(readiness);
  return obstacles === undefined ? answer : `${answer}: ${obstacles}`;
}

/** Writes what keeps a pull request from being tested: clauses such as `its impacted targets have not been reported`. */
export function describeObstacles(readiness: Readiness): string | undefined {
  const { hasImpactedTargets, requiresImpactedTargets, doesBaseBranchMatch, hostMergeability } = readiness;
  const mergeability = hostMergeability?.toLowerCase();
  const obstacles = [
    ...(doesBaseBranchMatch === false ? ["its base branch is not the queue's"] : []),
    ...(mergeability === undefined || mergeability === "mergeable"
      ? []
      : [MERGEABILITY.get(mergeability) ?? `its mergeability is ${toCell(mergeability)}`]),
    ...(requiresImpactedTargets === true && hasImpactedTargets !== true
      ? ["its impacted targets have not been reported"]
      : []),
  ];
  return obstacles.length === 0 ? undefined : obstacles.join("; ");
}

const MERGEABILITY: ReadonlyMap<string, string> = new Map([
  ["unspecified", "whether it can be merged is not known yet"],
  ["in_progress", "whether it can be merged is still being computed"],
  ["not_mergeable", "it cannot be merged, for example because of a conflict"],
]);

function toAnswer(flag: boolean | undefined): string {
  if (flag === undefined) return "-";
  return flag ? "yes" : "no";
}
