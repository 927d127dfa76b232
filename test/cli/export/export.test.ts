import fc from "fast-check";
import { describeQueue, type ExportedQueue } from "../../../src/cli/export/describe-queue";
import { groupQueues } from "../../../src/cli/export/group-queues";
import { printHcl } from "../../../src/cli/export/hcl/print-hcl";
import { nameQueues } from "../../../src/cli/export/name-queues";
import { parseQueueIds } from "../../../src/cli/export/read-queue-ids";
import { printTypeScript } from "../../../src/cli/export/typescript/print-typescript";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { formatQueueId, toIdentityKey } from "../../../src/queue/queue-identity";
import type { ShownQueue } from "../../../src/reconcile/find-wanted-changes";
import { arbitraryIdentity } from "../../support/arbitrary-identity";
import { catchError } from "../../support/catch-error";

const IDENTITY = parseQueueId("github.com/acme/web/main");

function describeShown(shown: Partial<ShownQueue>): ExportedQueue {
  const options = { requiredStatuses: true, additionalSettings: true };
  return describeQueue("main", IDENTITY, { settings: {}, additionalFields: {}, ...shown }, options);
}

describe("describeQueue", () => {
  test("without batch, sizes of batches are left out: the construct would switch batches on with them", () => {
    const { settings, leftOut } = describeShown({ settings: { batchingMinSize: 4, concurrency: 2 } });
    expect(settings).toEqual([{ name: "concurrency", value: 2 }]);
    const reason = "it needs the setting batch, which the service does not show.";
    expect(leftOut).toEqual([{ name: "batchingMinSize", isAdditional: false, reason }]);
  });

  test("S-13: values that Terraform cannot represent exactly are left out", () => {
    const { settings, additionalSettings, leftOut } = describeShown({
      settings: { requiredStatuses: ["half\ud800"] },
      additionalFields: {
        half: { deep: ["\udc00"] },
        "e\u0301": 1,
        token: [{ "${TfToken[TOKEN.0]}": 1 }],
        large: 2 ** 60,
        ["__proto__"]: 1,
        whole: "🎉",
      },
    });
    expect(settings).toEqual([]);
    expect(additionalSettings).toEqual([{ name: "whole", value: "🎉" }]);
    expect(leftOut.map(({ name, reason }) => [name, reason])).toEqual([
      ["requiredStatuses", expect.stringContaining("unpaired surrogate")],
      ["half", expect.stringContaining("unpaired surrogate")],
      ["e\u0301", expect.stringContaining("ASCII")],
      ["token", expect.stringContaining("token of the CDK")],
      ["large", expect.stringContaining("cannot represent exactly")],
      ["__proto__", expect.stringContaining("__proto__")],
    ]);
  });

  test("S-14, S-16: text in a comment cannot end the comment or steer a terminal", () => {
    const queue = describeShown({
      settings: { mode: "a\nb\u2028c" },
      additionalFields: { "x\n}\u2028new Date()\r\u001b[2J\u202e": null },
    });
    const exported = groupQueues([queue]);
    const texts = [printTypeScript(exported, undefined, "cdktf"), printHcl(exported, undefined)];
    for (const text of texts) {
      expect(text).not.toMatch(/[\r\u001b\u2028\u202e]/);
      const open = text.split("\n").filter((line) => !/^\s*(?:\/\/|#)/.test(line));
      expect(open.join("\n")).not.toMatch(/Date|b\\u2028c/);
    }
  });
});

function name(...ids: readonly string[]): string[] {
  return nameQueues(ids.map(parseQueueId));
}

/** Identities of which no two mean the same queue, many of them nearly the same. */
function arbitraryIdentities(): fc.Arbitrary<ReturnType<typeof parseQueueId>[]> {
  const branch = fc.constantFrom("m", "y/m", "y_m", "M", "日");
  const near = fc
    .tuple(fc.constantFrom("a", "b"), fc.constantFrom("x", "x-y", "X_"), branch)
    .map(([owner, repository, name]) => parseQueueId(`github.com/${owner}/${repository}/${name}`));
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

  test("of queues with the same name all but one have digits of their own, in whatever order they are given", () => {
    const ids = ["github.com/acme/web/main", "gitlab.com/acme/web/main", "github.com/acme/web/MAIN"];
    const names = name(...ids);
    const ownName = expect.stringMatching(/^acme_web_main_[0-9a-f]{6}$/) as string;
    expect(names).toEqual([ownName, ownName, "acme_web_main"]);
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

describe("parseQueueIds", () => {
  test("a queue that is named twice counts once, in its first spelling", () => {
    const ids = ["github.com/Acme/web/main", "github.com/acme/WEB/main", "github.com/acme/web/Main"];
    expect(parseQueueIds(ids).map(formatQueueId)).toEqual([ids[0], ids[2]]);
  });

  test("lists all invalid ids at once", () => {
    const error = catchError(() => parseQueueIds(["main", "github.com/acme/web/main", "a//b/c"]));
    expect(error).toMatchObject({
      code: "invalid_identity",
      message: expect.stringMatching(/"main" is not a queue id.*\n"a\/\/b\/c" is not a queue id/) as string,
      details: { findings: [{ path: ["0"] }, { path: ["2"] }] },
    });
  });
});
