import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quote } from "../../text/quote";
import type { QueuePattern } from "./queue-pattern";

const MAX_SIMILAR = 5;

/** Chooses the queues that match one of the patterns of `--only`; without patterns every queue. */
export class QueueChoice {
  readonly #patterns: readonly QueuePattern[];
  readonly #idle: Set<QueuePattern>;
  readonly #ids = new Set<string>();

  constructor(patterns: readonly QueuePattern[]) {
    this.#patterns = patterns;
    this.#idle = new Set(patterns);
  }

  /** Tells whether a queue is chosen. */
  includes(identity: QueueIdentity): boolean {
    this.#ids.add(formatQueueId(identity));
    const matching = this.#patterns.filter((pattern) => pattern.matches(identity));
    for (const pattern of matching) this.#idle.delete(pattern);
    return this.#patterns.length === 0 || matching.length > 0;
  }

  /**
   * Makes sure that every pattern has matched a queue: after a typo, it would seem that there is nothing to do.
   * @throws MergeQueueError `invalid_request` that lists similar ids
   */
  requireMatches(): void {
    if (this.#idle.size === 0) return;
    const ids = [...this.#ids].sort();
    const message = [...this.#idle].map((pattern) => describeIdle(pattern, ids)).join("\n");
    throw new MergeQueueError("invalid_request", message, { argument: "only" });
  }
}

function describeIdle({ text }: QueuePattern, ids: readonly string[]): string {
  const start = `--only ${quote(text)} matches no queue`;
  if (ids.length === 0) return `${start}: the stack declares none.`;
  const near = findSimilar(text, ids).map((id) => `\n  ${id}`);
  const which = ids.length > near.length ? `Of ${ids.length} queues the most similar are` : "Declared are";
  return (
    `${start}. A * stands for any characters within one part of an id, ** for slashes as well. ` +
    `${which}:${near.join("")}`
  );
}

/** Returns the ids that share most pairs of neighbouring characters with a text (Dice's coefficient), best first. */
function findSimilar(text: string, ids: readonly string[]): readonly string[] {
  const wanted = listPairs(text.replaceAll("*", ""));
  const measure = (pairs: ReadonlySet<string>): number =>
    [...pairs].filter((pair) => wanted.has(pair)).length / Math.max(1, wanted.size + pairs.size);
  return ids
    .map((id) => ({ id, similarity: measure(listPairs(id)) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, MAX_SIMILAR)
    .map(({ id }) => id);
}

function listPairs(text: string): Set<string> {
  const lower = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)));
}
