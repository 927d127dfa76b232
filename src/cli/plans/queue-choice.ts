import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { quote } from "../../text/quote";

const MAX_SIMILAR = 5;

/** Chooses the queues that match one of the patterns of `--only`; without patterns every queue. */
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

  /** @throws MergeQueueError `invalid_request` if a pattern, perhaps a typo, has matched no queue; it lists similar ids */
  requireMatches(): void {
    if (this.#idle.size === 0) return;
    const ids = [...this.#ids].sort();
    const message = [...this.#idle].map((pattern) => describeIdle(pattern, ids)).join("\n");
    throw new MergeQueueError("invalid_request", message, { argument: "only" });
  }
}

/**
 * Tells whether the whole id of a queue, `host/owner/name/branch`, matches a pattern: `*` stands for any characters but a
 * slash, `**` for any characters. Host, owner and name match without regard to case, the branch exactly, all after
 * Unicode normalisation (NFC).
 *
 * Compares every step with every character once (promise S-18). picomatch makes a regular expression, which tries all ways
 * in which several stars may match: with eight stars and 60 characters it takes minutes.
 */
export function matchesPattern(pattern: string, id: string): boolean {
  const steps = pattern.normalize("NFC").match(/\*{2,}|[^]/gu) ?? [];
  const characters = Array.from(id.normalize("NFC"));
  const slashes = [...characters.keys()].filter((at) => characters[at] === "/");
  const branchStart = slashes[2] ?? characters.length;
  // For each index, whether the id from there on matches the steps after the current one.
  let matches = [...characters.map(() => false), true];
  for (const step of steps.toReversed()) {
    const following = matches;
    matches = [];
    for (let at = characters.length; at >= 0; at -= 1) {
      const character = characters[at];
      const isSame =
        step === character || (at < branchStart && step.toLowerCase() === character?.toLowerCase());
      matches[at] = step.startsWith("*")
        ? following[at] === true || (matches[at + 1] === true && (step !== "*" || character !== "/"))
        : isSame && following[at + 1] === true;
    }
  }
  return matches[0] === true;
}

function describeIdle(pattern: string, ids: readonly string[]): string {
  const start = `--only ${quote(pattern)} matches no queue`;
  if (ids.length === 0) return `${start}: the stack declares none.`;
  const near = findSimilar(pattern, ids).map((id) => `\n  ${id}`);
  const which = ids.length > near.length ? `Of ${ids.length} queues the most similar are` : "Declared are";
  return `${start}. A * stands for any characters within one part of an id, ** for slashes as well. ${which}:${near.join("")}`;
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
