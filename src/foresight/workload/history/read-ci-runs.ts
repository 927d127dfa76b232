// Finds out which delimiter a file has: spreadsheets of many languages write semicolons.
import { parse } from "papaparse";
import type { Finding } from "../../../queue/finding";
import type { MergeQueueError } from "../../../queue/merge-queue-error";
import { quote } from "../../../text/quote";
import { createFindingsError } from "../create-findings-error";
import {
  type CiColumn,
  describeMissingColumn,
  findColumns,
  NEEDED_COLUMNS,
  tryReadConclusion,
} from "./ci-columns";
import type { CiRun } from "./history";
import { tryReadTime } from "./read-time";

/** More changes than any batch has. */
const MAX_CHANGES = 10_000;

/**
 * Reads CI runs from a CSV file with a row of names. Runs that never ran or have not ended are left out.
 * @param text - with commas, semicolons, tabs or bars between fields
 * @throws MergeQueueError `invalid_workload` that names the missing columns, or lists all values that cannot be read
 */
export function readCiRuns(text: string): CiRun[] {
  const { data, errors } = parse<string[]>(text, {
    skipEmptyLines: "greedy",
    delimitersToGuess: [",", ";", "\t", "|"],
  });
  const [heads = [], ...rows] = data;
  const columns = findColumns(heads);
  const missing = NEEDED_COLUMNS.filter((column) => columns[column] === undefined);
  if (missing.length > 0) {
    throw createError(
      missing.map((column) => ({ path: [column], message: describeMissingColumn(column, heads) })),
    );
  }
  const findings: Finding[] = errors
    .filter(({ type }) => type === "Quotes")
    .map(({ row = 0, message }) => ({ path: [`row ${row + 1}`], message: `${message}.` }));
  const runs = rows.flatMap((cells, index) =>
    readRun(
      (column) => {
        const at = columns[column];
        return at === undefined ? "" : (cells[at] ?? "").trim();
      },
      (column, message) => findings.push({ path: [`row ${index + 2}`, column], message }),
    ),
  );
  if (findings.length > 0) throw createError(findings);
  return runs;
}

/** @returns nothing for a run that says nothing, or has problems, which are reported */
function readRun(
  getText: (column: CiColumn) => string,
  report: (column: CiColumn, message: string) => void,
): CiRun[] {
  const readTime = (column: CiColumn): number | undefined => {
    const ms = tryReadTime(getText(column));
    if (ms !== undefined) return ms;
    const rule = "Must be a time such as 2026-01-31T08:00:00Z, or seconds or milliseconds since 1970";
    report(column, `${rule}, got ${quote(getText(column))}.`);
    return undefined;
  };
  const word = getText("conclusion");
  const conclusion = tryReadConclusion(word);
  if (conclusion === undefined) report("conclusion", `${quote(word)} is not a known conclusion.`);
  if (conclusion === "none" || conclusion === undefined) return [];
  const startedMs = readTime("started");
  const finishedMs = readTime("finished");
  // Some exports leave it empty for runs that never waited.
  const queuedMs = getText("queued") === "" ? startedMs : readTime("queued");
  const count = getText("changes");
  const changes = count === "" ? undefined : Number(count);
  if (changes !== undefined && !(Number.isInteger(changes) && changes > 0 && changes <= MAX_CHANGES)) {
    report("changes", `Must be a whole number from 1 to ${MAX_CHANGES}, got ${quote(count)}.`);
  }
  if (queuedMs === undefined || startedMs === undefined || finishedMs === undefined) return [];
  if (finishedMs < startedMs) report("finished", "Must not be before it started.");
  const sha = getText("sha") || undefined;
  return [{ queuedMs, startedMs, finishedMs, conclusion, sha, changes }];
}

function createError(findings: readonly Finding[]): MergeQueueError {
  return createFindingsError("Not a CSV file of CI runs.", findings, ", ");
}
