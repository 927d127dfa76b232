import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { count } from "../../report/describe-counts";
import { type Field, printFields, printTable } from "../../report/print-table";
import type { View } from "../../report/view";
import { quoteForShell } from "../../text/quote-for-shell";
import { toCell, toValueCell } from "../../text/to-cell";
import type { AdditionalFields } from "../../wire/additional-fields";
import type { PullRequest, SubmittedPullRequest, TimelineEntry } from "../../wire/first/pull-request";
import { describeEstimate, paintState, toStateCell, toTimeCell } from "./cells";
import {
  describePlace,
  explainPullRequest,
  type PullRequestSurroundings,
  tryFindTargetsCommand,
} from "./explain-pull-request";
import { describeFailedCheck, findFailedChecks, printChecks, printTestRun } from "./print-test-run";

/** Writes a pull request. `end` says how it ended, and replaces the heading, the state and the reason. */
export function printPullRequest(
  id: string,
  pullRequest: SubmittedPullRequest,
  view: View,
  { end, ...around }: PullRequestSurroundings & { readonly end?: string } = {},
): string {
  const place = around.queue && describePlace(pullRequest, around.queue);
  const runId = around.testRunId ?? tryGetTestRunId(pullRequest);
  const isRunShown = end !== undefined && around.run !== undefined;
  const isDefault = pullRequest.usedDefaultPriorityName !== undefined;
  const fields: (readonly [name: string, value: string | undefined])[] = [
    ["state", paintState(pullRequest.state, view)],
    ["why", explainPullRequest(pullRequest, around)],
    ["place", place && `${place} waiting`],
    ["estimate", around.estimate && describeEstimate(around.estimate, view.nowMs)],
    ["since", toTimeCell(pullRequest.stateChangedAt, view).text],
    ["in the queue now", ANSWERS.get(pullRequest.isCurrentlySubmittedToQueue) ?? "-"],
    ["priority", `${describePriority(pullRequest)}${isDefault ? " (the default)" : ""}`],
    ["tested alone", ANSWERS.get(pullRequest.noBatch)],
    ["force enqueued", ANSWERS.get(pullRequest.forceEnqueued) ?? "-"],
    ["author", toCell(pullRequest.prAuthor ?? "-")],
    ["base branch", toCell(pullRequest.prBaseBranch ?? "-")],
    ["commit", toCell(pullRequest.prSha ?? "-")],
    ["id", toCell(pullRequest.id ?? "-")],
    // The last lines show the id of the latest test run.
    ...listFurther(pullRequest.additionalFields).filter(([, value]) => value !== runId),
    ...listFurther(pullRequest.readiness?.additionalFields, "readiness."),
  ];
  const shown = fields.flatMap(([name, value]): Field[] =>
    value === undefined || (end !== undefined && ["state", "why"].includes(name)) ? [] : [[name, value]],
  );
  const { prNumber, prTitle } = pullRequest;
  const name = prTitle === undefined ? `Pull request #${prNumber}` : `#${prNumber} ${toCell(prTitle)}`;
  const command = `mergequeue test-run get ${quoteForShell(id)} ${quoteForShell(runId ?? "")}`;
  const resumeCommand = `mergequeue queue resume ${toCell(quoteForShell(id))}`;
  const targetsCommand = tryFindTargetsCommand(id, pullRequest);
  return [
    `${end ?? `${name}\nin queue ${toCell(id)}\n`}\n${printFields(shown, view)}`,
    ...(around.queue?.state === "paused" ? [`Let the queue run again: ${resumeCommand}\n`] : []),
    ...(targetsCommand === undefined ? [] : [`Report its impacted targets: ${targetsCommand}\n`]),
    ...(around.timeline?.length ? [printLatest(around.timeline, view)] : []),
    ...(pullRequest.state === "testing" && around.run !== undefined ? [printChecks(around.run, view)] : []),
    ...(runId === undefined || isRunShown ? [] : [`Its latest test run: ${toCell(command)}\n`]),
  ].join("\n");
}

const CHANGES_SHOWN = 12;

function printLatest(timeline: readonly TimelineEntry[], view: View): string {
  const latest = timeline.slice(0, CHANGES_SHOWN);
  const left = timeline.length - latest.length;
  const more = `${count(left, "earlier change")} ${left === 1 ? "is" : "are"} not shown.\n`;
  return `Its history, newest first:\n${printHistory(latest, view)}${left > 0 ? more : ""}`;
}

export function printHistory(timeline: readonly TimelineEntry[], view: View): string {
  const columns = ["SINCE", "STATE", "REASON", "BY", "TEST RUN"].map((head) => ({ head }));
  const rows = timeline.map(({ timestamp, state, reason, actor, testRun }) => {
    const texts = [reason, actor, testRun].map((text) => toCell(text ?? "-"));
    return [toTimeCell(timestamp, view), toStateCell(state, view), ...texts];
  });
  return printTable(columns, rows, view);
}

function listFurther(fields: AdditionalFields = {}, prefix = ""): Field[] {
  return Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, toValueCell(value)]);
}

/** Writes how a pull request left its queue and, if it was not merged, all facts about it and its tests. */
export function printConclusion(
  queue: QueueIdentity,
  pullRequest: SubmittedPullRequest,
  view: View,
  around: PullRequestSurroundings,
): string {
  const { prNumber, state } = pullRequest;
  const id = formatQueueId(queue);
  const name = `Pull request #${prNumber}`;
  if (state === "merged") return `${name} was merged in queue ${toCell(id)}.\n`;
  const why = explainPullRequest(pullRequest, around);
  const failed = state === "failed" && around.run !== undefined ? findFailedChecks(around.run) : [];
  const runId = around.testRunId ?? tryGetTestRunId(pullRequest);
  const end =
    `${name} was not merged in queue ${toCell(id)}: it ${describeEnd(state)}${why === undefined ? "" : `, because ${why}`}.\n` +
    (failed.length === 0 ? "" : `Failed checks: ${failed.map(describeFailedCheck).join(", ")}\n`);
  return [
    printPullRequest(id, pullRequest, view, { ...around, end }),
    ...(around.run === undefined || runId === undefined ? [] : [printTestRun(runId, around.run, view)]),
  ].join("\n");
}

/** Returns a predicate such as `was merged` or `failed`. */
export function describeEnd(state: string | undefined): string {
  if (state === "failed") return "failed";
  return state === "merged" || state === "cancelled"
    ? `was ${state}`
    : `left the queue as ${toCell(state ?? "unknown")}`;
}

export function tryGetTestRunId(shown: Partial<SubmittedPullRequest>): string | undefined {
  const { additionalFields = {}, timeline, verifiedByTestRun } = shown;
  // The name of the testing branch ends with it (recorded answers of a live service, September 2026).
  const branch = additionalFields["testBranch"];
  const ids = [
    additionalFields["testRunId"],
    typeof branch === "string" ? branch.split("/").at(-1) : undefined,
    timeline?.find(({ testRun }) => testRun !== undefined)?.testRun,
    verifiedByTestRun,
  ];
  return ids.find((id): id is string => typeof id === "string" && id !== "");
}

const ANSWERS = new Map<unknown, string>().set(true, "yes").set(false, "no");

/** Maximum length of the name of a person or a priority. A longer name would leave no room for the title. */
const LONGEST_NAME = 24;

export function printPullRequests(pullRequests: readonly PullRequest[], view: View): string {
  const columns = [
    { head: "NUMBER" },
    { head: "STATE" },
    { head: "TITLE", importance: 3 },
    { head: "AUTHOR", importance: 1 },
    { head: "PRIORITY", importance: 2 },
    { head: "SINCE" },
  ];
  const rows = pullRequests.map((pullRequest) => [
    `#${pullRequest.prNumber}`,
    toStateCell(pullRequest.state, view),
    toCell(pullRequest.prTitle ?? "-"),
    toCell(pullRequest.prAuthor ?? "-", LONGEST_NAME),
    describePriority(pullRequest),
    toTimeCell(pullRequest.stateChangedAt, view),
  ]);
  return printTable(columns, rows, view);
}

function describePriority({ priorityName, priorityValue, skipTheLine }: PullRequest): string {
  const name = priorityName ?? (priorityValue === undefined ? "-" : String(priorityValue));
  return `${toCell(name, LONGEST_NAME)}${skipTheLine === true ? ", skips the line" : ""}`;
}
