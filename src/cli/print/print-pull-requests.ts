import type { PullRequest } from "../../api/pull-request";
import { toStateCell } from "./paint-state";
import type { Cell } from "./print-table";
import { printTable } from "./print-table";
import { printTime, printTimeAgo } from "./print-time";
import { toCell } from "./to-cell";
import type { View } from "./view";

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

/** Writes how urgent a pull request is: `high`, `high, skips the line`. */
export function describePriority({ priorityName, priorityValue, skipTheLine }: PullRequest): string {
  const name = priorityName ?? (priorityValue === undefined ? "-" : String(priorityValue));
  return `${toCell(name, LONGEST_NAME)}${skipTheLine === true ? ", skips the line" : ""}`;
}
