// Finds out which delimiter a file has: spreadsheets of many languages write semicolons.
import { parse } from "papaparse";
import type { Finding } from "../../../queue/finding";
import type { MergeQueueError } from "../../../queue/merge-queue-error";
import { quote } from "../../../text/quote";
import { createFindingsError } from "../create-findings-error";
import {
  type CiColumn,
  type ColumnIndexes,
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
  const runs = rows.flatMap((cells, index) => {
    const reader = new RowReader(cells, columns, index + 2);
    const run = reader.read();
    findings.push(...reader.findings);
    return run === undefined ? [] : [run];
  });
  if (findings.length > 0) throw createError(findings);
  return runs;
}

class RowReader {
  readonly findings: Finding[] = [];
  readonly #cells: readonly string[];
  readonly #columns: ColumnIndexes;
  readonly #row: number;

  /** @param row - from 1; 1 is the row of names */
  constructor(cells: readonly string[], columns: ColumnIndexes, row: number) {
    this.#cells = cells;
    this.#columns = columns;
    this.#row = row;
  }

  read(): CiRun | undefined {
    const conclusion = this.#readConclusion();
    if (conclusion === "none" || conclusion === undefined) return undefined;
    const startedMs = this.#readTime("started");
    const finishedMs = this.#readTime("finished");
    // Some exports leave it empty for runs that never waited.
    const queuedMs = this.#getText("queued") === "" ? startedMs : this.#readTime("queued");
    const changes = this.#readChanges();
    if (queuedMs === undefined || startedMs === undefined || finishedMs === undefined) return undefined;
    if (finishedMs < startedMs) this.#report("finished", "Must not be before it started.");
    const sha = this.#getText("sha");
    return { queuedMs, startedMs, finishedMs, conclusion, sha: sha === "" ? undefined : sha, changes };
  }

  #readConclusion(): CiRun["conclusion"] | "none" | undefined {
    const word = this.#getText("conclusion");
    const conclusion = tryReadConclusion(word);
    if (conclusion === undefined) this.#report("conclusion", `${quote(word)} is not a known conclusion.`);
    return conclusion;
  }

  #readTime(column: CiColumn): number | undefined {
    const text = this.#getText(column);
    const ms = tryReadTime(text);
    if (ms === undefined) {
      this.#report(
        column,
        `Must be a time such as 2026-01-31T08:00:00Z, or seconds or milliseconds since 1970, got ${quote(text)}.`,
      );
    }
    return ms;
  }

  #readChanges(): number | undefined {
    const text = this.#getText("changes");
    if (text === "") return undefined;
    const changes = Number(text);
    if (Number.isInteger(changes) && changes > 0 && changes <= MAX_CHANGES) return changes;
    this.#report("changes", `Must be a whole number from 1 to ${MAX_CHANGES}, got ${quote(text)}.`);
    return undefined;
  }

  #getText(column: CiColumn): string {
    const index = this.#columns[column];
    return index === undefined ? "" : (this.#cells[index] ?? "").trim();
  }

  #report(column: CiColumn, message: string): void {
    this.findings.push({ path: [`row ${this.#row}`, column], message });
  }
}

function createError(findings: readonly Finding[]): MergeQueueError {
  return createFindingsError("Not a CSV file of CI runs.", findings, ", ");
}
