import type { Finding } from "../../queue/finding";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { parseQueueId, toIdentityKey } from "../../queue/queue-identity";
import { parseJsonTexts } from "../files/parse-json-texts";

/**
 * Reads the ids of queues out of a file: one a line, blank lines and comments (`#`, also behind an id) left out, or a
 * JSON array of strings.
 * @throws MergeQueueError `invalid_identity` if the file holds none, or something else
 */
export function readQueueIds(text: string): readonly string[] {
  const ids = text.trimStart().startsWith("[") ? parseJsonTexts(text, refuse) : splitIds(text);
  if (ids.length > 0) return ids;
  throw new MergeQueueError(
    "invalid_identity",
    "The list of queues is empty. Write one id, host/owner/name/branch, a line.",
  );
}

/**
 * Parses ids of queues. A queue that is named twice, in whatever spelling, counts once: where it is named first.
 * @throws MergeQueueError `invalid_identity` naming everything that is no id
 */
export function parseQueueIds(ids: readonly string[]): readonly QueueIdentity[] {
  const queues = new Map<string, QueueIdentity>();
  const findings: Finding[] = [];
  for (const [index, id] of ids.entries()) {
    try {
      const identity = parseQueueId(id);
      const key = toIdentityKey(identity);
      if (!queues.has(key)) queues.set(key, identity);
    } catch (error) {
      if (!isMergeQueueError(error)) throw error;
      findings.push({ path: [String(index)], message: error.message });
    }
  }
  if (findings.length === 0) return [...queues.values()];
  const message = findings.map((finding) => finding.message).join("\n");
  throw new MergeQueueError("invalid_identity", message, { findings });
}

/** An id has no white space, so that a `#` behind some is not part of it. */
function splitIds(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#.*$/s, "").trim())
    .filter((line) => line !== "");
}

function refuse(problem: string, cause?: unknown): MergeQueueError {
  const message =
    `The list of queues begins with "[" but ${problem}. Write a JSON array of ids, host/owner/name/branch, or one id ` +
    "a line.";
  return new MergeQueueError("invalid_identity", message, {}, cause);
}
