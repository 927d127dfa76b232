import { hash } from "node:crypto";
import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";

/** Maximum length of a name. A construct with a longer name would need a second line. */
const MAX_LENGTH = 53;

/** Number of hexadecimal digits to add to a name that would otherwise not be unique. */
const DIGITS = 6;

/** Makes names such as `acme_web_main`. Adds digits to incomplete names and to too similar ones. */
export function nameQueues(identities: readonly QueueIdentity[]): string[] {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const take = (key: string, name: string): boolean => {
    // Construct ids, and variables that people name after them, have no underscores.
    const bare = name.replaceAll("_", "");
    if (taken.has(bare)) return false;
    taken.add(bare);
    names.set(key, name);
    return true;
  };
  // Sorted, so that the names do not depend on the order.
  const queues = identities.map((identity) => ({ identity, key: toIdentityKey(identity) }));
  const sorted = [...queues].sort((a, b) => (a.key < b.key ? -1 : 1));
  const clashing = sorted.filter(({ identity, key }) => {
    const { name, isWhole } = makeName(identity);
    return !isWhole || !take(key, name);
  });
  for (const { identity, key } of clashing) {
    const digest = hash("sha256", key);
    const stem = makeName(identity).name.slice(0, MAX_LENGTH - DIGITS - 1);
    let digits = DIGITS;
    while (!take(key, `${stem}_${digest.slice(0, digits)}`)) digits += 1;
  }
  return queues.map(({ key }) => names.get(key) ?? "");
}

function makeName({ repo, targetBranch }: QueueIdentity): { name: string; isWhole: boolean } {
  const parts = [repo.owner, repo.name, targetBranch].map(toWords);
  const joined = parts.filter((part) => part !== "").join("_");
  const name = /^[a-z]/.test(joined) ? joined : `queue_${joined}`.replace(/_$/, "");
  return { name, isWhole: parts.every((part) => part !== "") && name.length <= MAX_LENGTH };
}

function toWords(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}
