import type { Finding } from "../../../queue/finding";
import { quote } from "../../../text/quote";
import { createFindingsError } from "../create-findings-error";
import { tryReadTime } from "./read-time";

/** How to print the times that {@link readMergeTimes} reads. */
const GIT_LOG = "git log --first-parent --format=%cI";

/**
 * Reads the times of merges: one a line, as `git log --first-parent --format=%cI` or `--format=%ct` print them.
 * @returns milliseconds since 1970 (UTC), as in the file
 * @throws MergeQueueError `invalid_workload` that lists all lines that are not times
 */
export function readMergeTimes(text: string): number[] {
  const findings: Finding[] = [];
  const times = text.split("\n").flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === "") return [];
    const ms = tryReadTime(trimmed);
    if (ms !== undefined) return [ms];
    const message = `${quote(trimmed)} is not a time.`;
    findings.push({ path: ["line", String(index + 1)], message });
    return [];
  });
  if (findings.length === 0) return times;
  throw createFindingsError(`Not a list of times. Write it with: ${GIT_LOG} BRANCH`, findings, " ");
}
