import fc from "fast-check";
import { nameQueues } from "../../../src/cli/export/name-queues";
import { parseQueueId, toIdentityKey } from "../../../src/queue/queue-identity";
import { arbitraryIdentity } from "../../support/arbitrary-identity";

function name(...ids: readonly string[]): string[] {
  return nameQueues(ids.map(parseQueueId));
}

/** Identities of which no two mean the same queue, many of them nearly the same. */
function arbitraryIdentities(): fc.Arbitrary<ReturnType<typeof parseQueueId>[]> {
  const near = fc
    .tuple(
      fc.constantFrom("a", "b"),
      fc.constantFrom("x", "x-y", "X_"),
      fc.constantFrom("m", "y/m", "y_m", "M", "日"),
    )
    .map(([owner, repository, branch]) => parseQueueId(`github.com/${owner}/${repository}/${branch}`));
  return fc.uniqueArray(fc.oneof(arbitraryIdentity(), near), { selector: toIdentityKey, maxLength: 8 });
}

describe("nameQueues", () => {
  test.each([
    ["github.com/acme/web/main", "acme_web_main"],
    ["github.com/Acme/Web.js/release/1.2", "acme_web_js_release_1_2"],
    ["github.com/acme/web/dépôt", "acme_web_depot"],
    ["github.com/3scale/web/main", "queue_3scale_web_main"],
  ])("%s is %s", (id, expected) => {
    expect(name(id)).toEqual([expected]);
  });

  test("a part without usable characters gets its own digits, so that the name is never a reserved word", () => {
    expect(name("github.com/日本/語/new")[0]).toMatch(/^new_[0-9a-f]{6}$/);
    expect(name("github.com/日本/語/🎉")[0]).toMatch(/^queue_[0-9a-f]{6}$/);
  });

  test("a name that is too long for its line is cut and has digits of its own", () => {
    const [long = ""] = name(`github.com/acme/web/${"feature-".repeat(30)}`);
    expect(long).toMatch(/^acme_web_feature_.*_[0-9a-f]{6}$/);
    expect(long).toHaveLength(53);
  });

  test("of queues with the same name all but one have digits of their own, in whatever order they are given", () => {
    const ids = ["github.com/acme/web/main", "gitlab.com/acme/web/main", "github.com/acme/web/MAIN"];
    const names = name(...ids);
    expect(names).toEqual([
      expect.stringMatching(/^acme_web_main_[0-9a-f]{6}$/),
      expect.stringMatching(/^acme_web_main_[0-9a-f]{6}$/),
      "acme_web_main",
    ]);
    expect(name(...[...ids].reverse())).toEqual(names.reverse());
  });

  test("S-16: every name is a valid one in TypeScript and HCL, and no two are the same without underscores", () => {
    fc.assert(
      fc.property(arbitraryIdentities(), (identities) => {
        const names = nameQueues(identities);
        for (const each of names) expect(each).toMatch(/^[a-z][a-z0-9_]{0,52}$/);
        expect(new Set(names.map((each) => each.replaceAll("_", ""))).size).toBe(identities.length);
      }),
    );
  });

  test("an added queue changes only the name of the queue whose name it takes", () => {
    fc.assert(
      fc.property(arbitraryIdentities(), arbitraryIdentity(), (identities, added) => {
        fc.pre(!identities.some((identity) => toIdentityKey(identity) === toIdentityKey(added)));
        const before = nameQueues(identities);
        const after = nameQueues([...identities, added]);
        const changed = before.filter((each, index) => each !== after[index]);
        expect(changed.filter((each) => each !== after.at(-1))).toEqual([]);
      }),
    );
  });
});
