import type { Finding } from "../../queue/finding";
import { MergeQueueError } from "../../queue/merge-queue-error";

/** Findings that a message lists; `details.findings` has all. */
const MAX_LINES = 50;

/** Creates a file's error with all its problems. @param separator - between the parts of a path */
export function createFindingsError(
  summary: string,
  findings: readonly Finding[],
  separator: string,
): MergeQueueError {
  const lines = findings
    .slice(0, MAX_LINES)
    .map(({ path, message }) => `  ${path.join(separator)}: ${message}`);
  if (findings.length > MAX_LINES) lines.push(`  … and ${findings.length - MAX_LINES} more.`);
  return new MergeQueueError("invalid_workload", `${summary}\n${lines.join("\n")}`, { findings });
}
