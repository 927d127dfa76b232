import { suggestName } from "../../../text/suggest-name";

/** What the columns of a CSV file of CI runs mean, and how exports name them, the best name first. */
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

/** A meaning of a column. */
export type CiColumn = keyof typeof CI_COLUMNS;

/** Columns that a file must have. */
export const NEEDED_COLUMNS = ["queued", "started", "finished", "conclusion"] as const satisfies CiColumn[];

const NEVER_RAN = [
  "skipped",
  "neutral",
  "stale",
  "action_required",
  "startup_failure",
  "not_run",
  "not_built",
];

const NOT_ENDED = ["", "manual", "blocked", "created", "scheduled", "waiting", "queued", "pending"];

/** Conclusions as CI systems name them; everything else is an error. */
const CONCLUSIONS = {
  passed: ["success", "succeeded", "successful", "passed", "pass", "ok"],
  failed: ["failure", "failed", "fail", "error", "unstable"],
  cut: ["cancelled", "canceled", "aborted", "timed_out", "timedout", "timeout", "stopped"],
  none: [...NEVER_RAN, ...NOT_ENDED, "preparing", "running", "in_progress"],
} as const;

/** How a run ended; `none` if it says nothing. */
type CiConclusion = keyof typeof CONCLUSIONS;

/** Returns what a conclusion means; undefined if it is unknown. Case, blanks and hyphens make no difference. */
export function tryReadConclusion(word: string): CiConclusion | undefined {
  const name = toName(word);
  return (Object.keys(CONCLUSIONS) as CiConclusion[]).find((conclusion) =>
    (CONCLUSIONS[conclusion] as readonly string[]).includes(name),
  );
}

/**
 * Finds the columns by the heads of a file. Case, blanks and hyphens make no difference.
 * @returns indexes in a row
 */
export function findColumns(heads: readonly string[]): Readonly<Partial<Record<CiColumn, number>>> {
  const names = heads.map(toName);
  const found = (Object.keys(CI_COLUMNS) as CiColumn[]).flatMap((column) => {
    const name = CI_COLUMNS[column].find((alias) => names.includes(alias));
    return name === undefined ? [] : [[column, names.indexOf(name)]];
  });
  return Object.fromEntries(found) as Partial<Record<CiColumn, number>>;
}

/** Describes a missing column as a sentence. */
export function describeMissingColumn(column: CiColumn, heads: readonly string[]): string {
  const [name, ...aliases] = CI_COLUMNS[column];
  return `The column ${name} is missing, also called ${aliases.join(", ")}.${suggestName(name, heads)}`;
}

/** camelCase, Title Case, kebab-case and snake_case are the same name. */
function toName(head: string): string {
  return head
    .trim()
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/[\s-]+/g, "_")
    .toLowerCase();
}
