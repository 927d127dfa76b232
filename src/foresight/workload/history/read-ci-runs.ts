// Papa Parse detects the delimiter, because spreadsheets in many languages write semicolons.
import { parse } from "papaparse";
import type { Finding } from "../../../queue/finding";
import type { MergeQueueError } from "../../../queue/merge-queue-error";
import { quote } from "../../../text/quote";
import { suggestName } from "../../../text/suggest-name";
import type { CiRun } from "../../history";
import { createFindingsError } from "../create-findings-error";
import { tryReadTime } from "./read-merge-times";

const MAX_CHANGES = 10_000;

/** Reads a CSV file of ended CI runs. @throws MergeQueueError `invalid_workload` with all problems */
export function readCiRuns(text: string): CiRun[] {
  const { data, errors } = parse<string[]>(text, {
    skipEmptyLines: "greedy",
    delimitersToGuess: [",", ";", "\t", "|"],
  });
  const [heads = [], ...rows] = data;
  const columns = findColumns(heads);
  const missing = NEEDED_COLUMNS.filter((column) => columns[column] === undefined);
  if (missing.length > 0) {
    throw createError(missing.map((column) => ({ path: [column], message: describeMissing(column, heads) })));
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

/** Reads a run and reports problems. @returns an empty list if the run has no result or cannot be read */
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
  // Some exports leave this column empty for runs that never waited.
  const queuedMs = getText("queued") === "" ? startedMs : readTime("queued");
  const count = getText("changes");
  const changes = count === "" ? undefined : Number(count);
  if (changes !== undefined && !(Number.isInteger(changes) && changes > 0 && changes <= MAX_CHANGES)) {
    report("changes", `Must be a whole number from 1 to ${MAX_CHANGES}, got ${quote(count)}.`);
  }
  if (queuedMs === undefined || startedMs === undefined || finishedMs === undefined) return [];
  if (finishedMs < startedMs) report("finished", "Must not be before the run started.");
  const sha = getText("sha") || undefined;
  return [{ queuedMs, startedMs, finishedMs, conclusion, sha, changes }];
}

function createError(findings: readonly Finding[]): MergeQueueError {
  return createFindingsError("Not a CSV file of CI runs.", findings, ", ");
}

/** Columns of a CSV file of CI runs, each with the names that exports give it. The best name comes first. */
export const CI_COLUMNS = {
  queued: ["queued", "queued_at", "created_at", "created", "requested_at", "triggered_at", "enqueued_at"],
  started: ["started", "started_at", "run_started_at", "start_time", "start"],
  finished: [
    "finished",
    "finished_at",
    "completed_at",
    "ended_at",
    "stopped_at",
    "end_time",
    "end",
    "updated_at",
  ],
  conclusion: ["conclusion", "result", "outcome", "status", "state"],
  sha: ["head_sha", "sha", "commit_sha", "commit", "revision"],
  changes: ["changes", "batch_size"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type CiColumn = keyof typeof CI_COLUMNS;

export const NEEDED_COLUMNS = ["queued", "started", "finished", "conclusion"] as const satisfies CiColumn[];

const NOT_RUN = ["skipped", "neutral", "stale", "action_required", "startup_failure", "not_run", "not_built"];

const NOT_ENDED = ["", "manual", "blocked", "created", "scheduled", "waiting", "queued", "pending"];

const CONCLUSIONS = {
  passed: ["success", "succeeded", "successful", "passed", "pass", "ok"],
  failed: ["failure", "failed", "fail", "error", "unstable"],
  cut: ["cancelled", "canceled", "aborted", "timed_out", "timedout", "timeout", "stopped"],
  none: [...NOT_RUN, ...NOT_ENDED, "preparing", "running", "in_progress"],
} as const;

type CiConclusion = keyof typeof CONCLUSIONS;

/** Returns the meaning of a conclusion; undefined if unknown. Ignores case, blanks and hyphens. */
function tryReadConclusion(word: string): CiConclusion | undefined {
  const name = toName(word);
  return (Object.keys(CONCLUSIONS) as CiConclusion[]).find((conclusion) =>
    (CONCLUSIONS[conclusion] as readonly string[]).includes(name),
  );
}

function findColumns(heads: readonly string[]): Readonly<Partial<Record<CiColumn, number>>> {
  const names = heads.map(toName);
  const found = (Object.keys(CI_COLUMNS) as CiColumn[]).flatMap((column) => {
    const name = CI_COLUMNS[column].find((alias) => names.includes(alias));
    return name === undefined ? [] : [[column, names.indexOf(name)]];
  });
  return Object.fromEntries(found) as Partial<Record<CiColumn, number>>;
}

function describeMissing(column: CiColumn, heads: readonly string[]): string {
  const [name, ...aliases] = CI_COLUMNS[column];
  return `The column ${name} is missing. Other names for it: ${aliases.join(", ")}.${suggestName(name, heads)}`;
}

/** Converts camelCase, Title Case and kebab-case to snake_case. */
function toName(head: string): string {
  return head
    .trim()
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/[\s-]+/g, "_")
    .toLowerCase();
}
