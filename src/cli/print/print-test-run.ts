import { type Cell, type Field, printFields, printTable } from "../../report/print-table";
import type { View } from "../../report/view";
import { toCell, toValueCell } from "../../text/to-cell";
import type { CheckRun, TestRun } from "../../wire/first/get-merge-queue-testing-details";
import { mergeStatusChecks } from "../../wire/first/merge-status-checks";
import { paintState, toListCell, toStateCell, toTimeCell } from "./cells";

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["service_config", "the repository's configuration file"],
  ["repo_provider_branch_protection", "branch protection of the code host"],
  ["merge_instance", "the queue's own configuration"],
]);

/** Fields of a check whose column heads are in capitals. Other heads are the service's names of fields. */
const WORDS: readonly string[] = ["status", "conclusion"];

interface TestedPullRequest {
  readonly prNumber: number;
  readonly prTitle?: unknown;
  readonly state?: unknown;
}

/** Writes a test run's known and unknown fields, its pull requests and its checks. */
export function printTestRun(runId: string, run: TestRun, view: View): string {
  const { requiredStatusesSource: source, additionalFields = {} } = run;
  const named = run.testedPullRequests?.map(({ prNumber, title }) => ({ prNumber, prTitle: title }));
  const tested = named ?? tryToPullRequests(additionalFields["pullRequests"]);
  const fields: Field[] = [
    ["status", paintState(run.status, view)],
    ["created", toTimeCell(run.createdAt, view).text],
    ["test branch", toCell(run.testBranch ?? "-")],
    ["commit", toCell(run.testBranchSha ?? "-")],
    ["required statuses", toListCell(run.requiredStatuses)],
    ["taken from", source === undefined ? "-" : (SOURCES.get(source) ?? toCell(source))],
    ...Object.entries(additionalFields)
      // Without the facts of the heading and the table.
      .filter(([name, value]) =>
        name === "pullRequests" ? tryToPullRequests(value) === undefined : value !== runId,
      )
      .map(([name, value]): Field => [name, describeOther(value)]),
  ];
  return [
    `Test run ${toCell(runId)}\n\n${printFields(fields, view)}`,
    ...(tested?.length ? [printTested(tested, view)] : []),
    printChecks(run, view),
  ].join("\n");
}

function printTested(tested: readonly TestedPullRequest[], view: View): string {
  const columns = [{ head: "NUMBER" }, { head: "STATE" }, { head: "TITLE", importance: 1 }];
  const rows = tested.map(({ prNumber, state, prTitle }): Cell[] => {
    const known = typeof state === "string" ? state : undefined;
    return [`#${prNumber}`, toStateCell(known, view), toValueCell(prTitle)];
  });
  return printTable(columns, rows, view);
}

/** Writes an unknown field. Shows pull requests by number, and leaves other values unchanged. */
function describeOther(value: unknown): string {
  const numbers = tryToPullRequests(value)?.map(({ prNumber }) => `#${prNumber}`);
  return numbers?.length ? numbers.join(", ") : toValueCell(value);
}

export function tryToPullRequests(value: unknown): readonly TestedPullRequest[] | undefined {
  return Array.isArray(value) && value.every(isPullRequest) ? value : undefined;
}

function isPullRequest(value: unknown): value is TestedPullRequest {
  const hasNumber = typeof value === "object" && value !== null && "prNumber" in value;
  return hasNumber && Number.isInteger(value.prNumber);
}

function listChecks({ checkSuites = [] }: TestRun): readonly CheckRun[] {
  return checkSuites.flatMap(({ checkRuns }) => checkRuns);
}

const PASSING: readonly string[] = ["success", "succeeded", "passed", "neutral", "skipped"];

interface FailedCheck {
  readonly name: string;
  readonly end: string;
}

/** Finds the failed checks of a run, if the service shows their results. */
export function findFailedChecks(run: TestRun): readonly FailedCheck[] {
  const checks = listChecks(run).flatMap(({ name, additionalFields = {} }): FailedCheck[] => {
    const end = additionalFields["conclusion"];
    return typeof end !== "string" || PASSING.includes(end.toLowerCase()) ? [] : [{ name, end }];
  });
  const statuses = mergeStatusChecks(run.statusChecks)
    .filter(({ state }) => state === "failure" || state === "error")
    .map(({ context, state }): FailedCheck => ({ name: context, end: state }));
  return [...checks, ...statuses];
}

export function describeFailedCheck({ name, end }: FailedCheck): string {
  return `${toCell(name)} (${toCell(end)})`;
}

/** Writes a run's checks as tables, with all fields that the service sends. */
export function printChecks(run: TestRun, view: View): string {
  const tables = [printCheckRuns(listChecks(run), view), printStatusChecks(run, view)];
  return tables.filter((table) => table !== "").join("\n") || "No checks were reported.\n";
}

const CHECK_COLUMN = { head: "CHECK", importance: 2 };

function printStatusChecks(run: TestRun, view: View): string {
  const statuses = mergeStatusChecks(run.statusChecks);
  if (statuses.length === 0) return "";
  const columns = [CHECK_COLUMN, { head: "STATE" }, { head: "REPORTS" }, { head: "URL", importance: 1 }];
  const rows = statuses.map(({ context, state, count, total, url }): Cell[] => {
    const reports = count === total ? String(total) : `${count} of ${total}`;
    return [toCell(context), toStateCell(state, view), reports, toCell(url ?? "-")];
  });
  return printTable(columns, rows, view);
}

function printCheckRuns(checks: readonly CheckRun[], view: View): string {
  if (checks.length === 0) return "";
  const names = [...new Set(checks.flatMap(({ additionalFields = {} }) => Object.keys(additionalFields)))];
  const columns = names.map((name) =>
    WORDS.includes(name) ? { head: name.toUpperCase() } : { head: toCell(name), importance: 1 },
  );
  const rows = checks.map(({ name: check, additionalFields = {} }): Cell[] => [
    toCell(check),
    ...names.map((name): Cell => {
      const value = Object.hasOwn(additionalFields, name) ? additionalFields[name] : undefined;
      return typeof value === "string" ? toStateCell(value, view) : toValueCell(value);
    }),
  ]);
  return printTable([CHECK_COLUMN, ...columns], rows, view);
}
