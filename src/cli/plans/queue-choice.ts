import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";

const MAX_LISTED = 5;

export class QueueChoice {
  readonly #patterns: readonly string[];
  readonly #idle: Set<string>;
  readonly #ids = new Set<string>();

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns;
    this.#idle = new Set(patterns);
  }

  includes(identity: QueueIdentity): boolean {
    const id = formatQueueId(identity);
    this.#ids.add(id);
    const matching = this.#patterns.filter((pattern) => matchesPattern(pattern, id));
    for (const pattern of matching) this.#idle.delete(pattern);
    return this.#patterns.length === 0 || matching.length > 0;
  }

  /** @throws MergeQueueError `invalid_request` if a pattern matches no queue. The message lists ids. */
  requireMatches(): void {
    if (this.#idle.size === 0) return;
    const ids = [...this.#ids].sort();
    const message = [...this.#idle].map((pattern) => describeIdle(pattern, ids)).join("\n");
    throw new MergeQueueError("invalid_request", message, { argument: "only" });
  }
}

/**
 * Tells whether a pattern matches a queue's whole id, `host/owner/name/branch`. `*` matches any characters
 * except a slash, `**` matches any characters. Ignores case, except in the branch. Normalizes to NFC.
 *
 * For each step of the pattern, visits each character at most once. A regular expression would try all
 * combinations, which takes minutes for eight stars and 60 characters.
 */
export function matchesPattern(pattern: string, id: string): boolean {
  const characters = Array.from(id.normalize("NFC"));
  const [, , branchStart = characters.length] = [...characters.keys()].filter((at) => characters[at] === "/");
  const isSame = (step: string, at: number): boolean =>
    step === characters[at] || (at < branchStart && step.toLowerCase() === characters[at]?.toLowerCase());
  // Possible ends of the text that the steps so far match.
  let reached = new Set([0]);
  for (const step of pattern.normalize("NFC").match(/\*{2,}|[^]/gu) ?? []) {
    const before = reached;
    reached = new Set();
    for (const from of before) {
      if (!step.startsWith("*")) {
        if (isSame(step, from)) reached.add(from + 1);
        continue;
      }
      for (let at = from; at <= characters.length && !reached.has(at); at += 1) {
        reached.add(at);
        if (step === "*" && characters[at] === "/") break;
      }
    }
  }
  return reached.has(characters.length);
}

function describeIdle(pattern: string, ids: readonly string[]): string {
  const start = `--only ${quote(pattern)} matches no queue`;
  if (ids.length === 0) return `${start}: the stack declares none.`;
  const listed = ids.slice(0, MAX_LISTED).map((id) => `\n  ${id}`);
  const which = ids.length > MAX_LISTED ? `The first of ${ids.length} queues are` : "The declared queues are";
  const similar = suggestName(pattern.replaceAll("*", ""), ids);
  return `${start}. A * stands for any characters within one part of an id; ** also stands for slashes.${similar} ${which}:${listed.join("")}`;
}
