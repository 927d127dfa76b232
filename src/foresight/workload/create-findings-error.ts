import type { Finding } from "../../queue/finding";
import { MergeQueueError } from "../../queue/merge-queue-error";

/** Maximum number of findings in a message. `details.findings` contains all findings. */
const MAX_LINES = 50;

/** Creates an error with all problems of a file. @param separator - the text between two parts of a path */
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
