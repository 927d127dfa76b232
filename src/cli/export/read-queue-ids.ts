import type { Finding } from "../../queue/finding";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import { readTextList } from "../files/read-input-file";

/** Reads ids from a JSON array, or lines with `#` comments. @throws MergeQueueError `invalid_identity` */
export function readQueueIds(text: string): readonly string[] {
  return readTextList(text, {
    name: "The list of queues",
    advice: "Write one id (host/owner/name/branch) per line, or a JSON array of ids.",
    code: "invalid_identity",
    // An id contains no white space, so a # after white space is not part of it.
    stripLine: (line) => line.replace(/(?:^|\s)#.*$/s, ""),
  });
}

/** Returns each queue once. @throws MergeQueueError `invalid_identity`, which lists all invalid ids */
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
