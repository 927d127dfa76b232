import fc from "fast-check";
import type { QueueIdentity } from "../../src/queue/queue-identity";

/** A part that stands for itself: none that is read as a piece of an address. */
const isPart = (text: string): boolean => !/[\s\p{Cc}/@]|:$|\.git$/iu.test(text);

/** Any part of a repository reference that is valid: host, owner or name. */
function arbitraryRepositoryPart(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom("github.com", "git.example.org:8443", "acme", "Web", "Ünïcode", "日本", "__proto__"),
    fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }).filter(isPart),
  );
}

/** Any valid identity; the branch may have slashes anywhere, and no pattern. */
export function arbitraryIdentity(): fc.Arbitrary<QueueIdentity> {
  const part = arbitraryRepositoryPart();
  return fc.record({
    repo: fc.record({ host: part, owner: part, name: part }),
    targetBranch: fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("/").replace(/[?*]/g, "-")),
  });
}
