import type { CheckRun, TestRun } from "../../api/test-run";
import { paintState, toStateCell } from "./paint-state";
import type { Field } from "./print-fields";
import { printFields } from "./print-fields";
import type { Cell } from "./print-table";
import { printTable } from "./print-table";
import { printTime } from "./print-time";
import { toCell, toValueCell } from "./to-cell";
import type { View } from "./view";

const SOURCES: ReadonlyMap<string, string> = new Map([
  ["service_config", "the repository's configuration file"],
  ["repo_provider_branch_protection", "branch protection of the code host"],
  ["merge_instance", "the queue's own configuration"],
]);

/** Fields of a check that are heads like any other; all others keep the service's names, as labels of metrics do. */
const WORDS: readonly string[] = ["status", "conclusion"];

/** Fields that are shown in words of ours; all others follow under the service's names. */
const SHOWN: ReadonlySet<string> = new Set([
  "status",
  "createdAt",
  "testBranch",
  "testBranchSha",
  "requiredStatuses",
  "requiredStatusesSource",
  "checkSuites",
]);

/**
 * Writes a test run: its fields, those that the interface does not name included, and its checks.
 * @param runId - the run's id, as it was asked for
 */
export function printTestRun(runId: string, run: TestRun, view: View): string {
  const source = run.requiredStatusesSource;
  const fields: Field[] = [
    ["status", paintState(run.status, view)],
    ["created", toCell(printTime(run.createdAt ?? "-", view.nowMs))],
    ["test branch", toCell(run.testBranch ?? "-")],
    ["commit", toCell(run.testBranchSha ?? "-")],
    ["required statuses", describeStatuses(run.requiredStatuses)],
    ["taken from", source === undefined ? "-" : (SOURCES.get(source) ?? toCell(source))],
    ...Object.entries(run)
      .filter(([name, value]) => !SHOWN.has(name) && value !== undefined)
      .map(([name, value]): Field => [name, toValueCell(value)]),
  ];
  const checks = (run.checkSuites ?? []).flatMap(({ checkRuns }) => checkRuns);
  const table = checks.length === 0 ? "No checks were reported.\n" : printChecks(checks, view);
  return `Test run ${toCell(runId)}\n\n${printFields(fields)}\n${table}`;
}

function printChecks(checks: readonly CheckRun[], view: View): string {
  const names = [...new Set(checks.flatMap((check) => Object.keys(check)))].filter((name) => name !== "name");
  return printTable(
    [
      { head: "CHECK", isFlexible: true },
      ...names.map((name) => ({ head: WORDS.includes(name) ? name.toUpperCase() : toCell(name) })),
    ],
    checks.map((check): Cell[] => [
      toCell(check.name),
      ...names.map((name): Cell => {
        const value = Object.hasOwn(check, name) ? check[name] : undefined;
        return typeof value === "string" ? toStateCell(value, view) : toValueCell(value);
      }),
    ]),
    view,
  );
}

function describeStatuses(statuses: readonly string[] | undefined): string {
  if (statuses === undefined) return "-";
  return statuses.length === 0 ? "none" : statuses.map((status) => toCell(status)).join(", ");
}
