import {
  type PullRequest,
  type Readiness,
  type SubmittedPullRequest,
  tryCanStartTesting,
} from "../../api/pull-request";
import { type Cell, type Field, printFields, printTable } from "../../report/terminal/print-table";
import type { View } from "../../report/terminal/view";
import { quoteForShell } from "../../text/quote-for-shell";
import { toCell, toValueCell } from "../../text/to-cell";
import {
  describeObstacles,
  describePlace,
  explainPullRequest,
  isReadinessDecisive,
  type PullRequestSurroundings,
  tryFindTargetsCommand,
} from "./explain-pull-request";
import { paintState, toStateCell } from "./paint-state";
import { printChecks } from "./print-test-run";
import { printTime, printTimeAgo } from "./print-time";

/**
 * Writes one pull request of a queue: what it is, its place, what it waits for, and whether it can start testing or, in
 * testing, its checks.
 */
export function printPullRequest(
  id: string,
  pullRequest: SubmittedPullRequest,
  view: View,
  around: PullRequestSurroundings = {},
): string {
  const { prNumber, prTitle, isCurrentlySubmittedToQueue, usedDefaultPriorityName } = pullRequest;
  const title = prTitle === undefined ? "" : ` ${toCell(prTitle)}`;
  const isDefault = usedDefaultPriorityName !== undefined;
  const why = explainPullRequest(pullRequest, around);
  const place = around.queue === undefined ? undefined : describePlace(pullRequest, around.queue);
  const fields: Field[] = [
    ["state", paintState(pullRequest.state, view)],
    ...(why === undefined ? [] : [["why", why] as const]),
    ...(place === undefined ? [] : [["place", `${place} waiting`] as const]),
    ["since", toCell(printTime(pullRequest.stateChangedAt ?? "-", view.nowMs))],
    ["in the queue now", toAnswer(isCurrentlySubmittedToQueue)],
    ...(isReadinessDecisive(pullRequest, around)
      ? [["can start testing", describeReadiness(pullRequest.readiness)] as const]
      : []),
    ["priority", `${describePriority(pullRequest)}${isDefault ? " (the default)" : ""}`],
    ["force enqueued", toAnswer(pullRequest.forceEnqueued)],
    ["author", toCell(pullRequest.prAuthor ?? "-")],
    ["base branch", toCell(pullRequest.prBaseBranch ?? "-")],
    ["commit", toCell(pullRequest.prSha ?? "-")],
    ["id", toCell(pullRequest.id ?? "-")],
  ];
  const others = Object.entries(pullRequest.additionalFields ?? {}).map(
    ([name, value]): Field => [name, toValueCell(value)],
  );
  const runId = tryGetTestRunId(pullRequest);
  const command = `mergequeue test-run get ${quoteForShell(id)} ${quoteForShell(runId ?? "")}`;
  const targetsCommand = tryFindTargetsCommand(id, pullRequest);
  return [
    `Pull request #${prNumber}${title}\nin queue ${toCell(id)}\n\n${printFields([...fields, ...others], view)}`,
    ...(targetsCommand === undefined ? [] : [`Report its impacted targets: ${targetsCommand}\n`]),
    ...(pullRequest.state === "testing" && around.run !== undefined ? [printChecks(around.run, view)] : []),
    ...(runId === undefined ? [] : [`Its latest test run: ${toCell(command)}\n`]),
  ].join("\n");
}

/** Returns the id of the latest test run of a pull request; undefined if the service shows none. */
export function tryGetTestRunId({
  additionalFields,
}: Pick<PullRequest, "additionalFields">): string | undefined {
  const id = additionalFields?.["testRunId"];
  return typeof id === "string" && id !== "" ? id : undefined;
}

function describeReadiness(readiness: Readiness | undefined): string {
  if (readiness === undefined) return "-";
  const answer = toAnswer(tryCanStartTesting(readiness));
  const obstacles = describeObstacles(readiness);
  return obstacles === undefined ? answer : `${answer}: ${obstacles}`;
}

function toAnswer(flag: boolean | undefined): string {
  if (flag === undefined) return "-";
  return flag ? "yes" : "no";
}

/** Maximum length of names of people and priorities: the rest of the line is for the title. */
const LONGEST_NAME = 24;

/** Writes pull requests as a table, one a line, in the given order. */
export function printPullRequests(pullRequests: readonly PullRequest[], view: View): string {
  return printTable(
    [
      { head: "NUMBER" },
      { head: "STATE" },
      { head: "TITLE", importance: 3 },
      { head: "AUTHOR", importance: 1 },
      { head: "PRIORITY", importance: 2 },
      { head: "SINCE" },
    ],
    pullRequests.map((pullRequest) => [
      `#${pullRequest.prNumber}`,
      toStateCell(pullRequest.state, view),
      toCell(pullRequest.prTitle ?? "-"),
      toCell(pullRequest.prAuthor ?? "-", LONGEST_NAME),
      describePriority(pullRequest),
      toTimeCell(pullRequest.stateChangedAt ?? "-", view),
    ]),
    view,
  );
}

function toTimeCell(time: string, { nowMs }: View): Cell {
  return { text: toCell(printTime(time, nowMs)), short: toCell(printTimeAgo(time, nowMs)) };
}

function describePriority({ priorityName, priorityValue, skipTheLine }: PullRequest): string {
  const name = priorityName ?? (priorityValue === undefined ? "-" : String(priorityValue));
  return `${toCell(name, LONGEST_NAME)}${skipTheLine === true ? ", skips the line" : ""}`;
}
