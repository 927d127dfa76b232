import fc from "fast-check";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { type QueueIdentity, toIdentityKey } from "../../../src/queue/queue-identity";
import type { SettingDefinition } from "../../../src/queue/setting-definition";
import { SETTINGS, type SettingValue } from "../../../src/queue/settings";
import type { ShownQueue } from "../../../src/reconcile/find-wanted-changes";
import { arbitraryIdentity } from "../../support/arbitrary-identity";
import { arbitrarySettingValue } from "../../support/arbitrary-settings";

/** Texts that mean something to TypeScript, HCL, the CDK or a terminal. */
const HOSTILE_TEXTS = [
  'say"hi"',
  "it's",
  `"both'`,
  "`${tick}`",
  "${var.secret}",
  "$${a}$$${b}%%{c}%%%{d}",
  "%{if true}x%{endif}",
  "back\\slash\\n\\",
  "*/ // # <!--",
  "<<EOF",
  "${TfToken[TOKEN.0]}#{TfToken[TOKEN.1]}&{TfToken[TOKEN.2]}",
  "x-1.8881545897087503e+289",
  "__proto__",
  "constructor",
  "\u202eevil\u2066",
  "::add-mask::e##[group]##vso[task.setvariable]",
  "tag\u{e0041}filler\u3164selector\u{e0100}",
  "漢字🎉é",
] as const;

/** Identities of different queues; branches may contain all allowed characters. */
export function arbitraryIdentities(): fc.Arbitrary<QueueIdentity[]> {
  const owners = fc.constantFrom("acme", "${owner}", "${TfToken[TOKEN.3]}", "日本");
  const hostile = fc
    .tuple(owners, fc.constantFrom(...HOSTILE_TEXTS.filter(isBranch)))
    .map(([owner, branch]) => parseQueueId(`github.com/${owner}/web/${branch}`));
  const limits = { selector: toIdentityKey, minLength: 1, maxLength: 6 };
  return fc.uniqueArray(fc.oneof(hostile, arbitraryIdentity()), limits);
}

function isBranch(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text);
}

/** A queue as a service may show it: values that can be requested, and others; unknown settings, too. */
export function arbitraryShownQueue(): fc.Arbitrary<ShownQueue> {
  const fields = Object.fromEntries(SETTINGS.map((setting) => [setting.name, arbitraryShownValue(setting)]));
  return fc.record({
    settings: fc.record(fields, { requiredKeys: [] }),
    additionalFields: fc.oneof(
      fc.constant({}),
      fc.dictionary(
        fc.oneof(fc.constantFrom(...HOSTILE_TEXTS, "quiet", "a b", "7"), fc.string({ unit: "grapheme" })),
        fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.jsonValue({ maxDepth: 3 })),
        { maxKeys: 3 },
      ),
    ),
  });
}

function arbitraryShownValue(setting: SettingDefinition): fc.Arbitrary<SettingValue> {
  const usual = arbitrarySettingValue(setting);
  switch (setting.kind) {
    case "integer":
      return fc.oneof(usual, fc.constantFrom(0, -1, 2.5, 5_000_000_000));
    case "boolean":
      return usual;
    case "enum":
      return fc.oneof(usual, fc.constantFrom("switching_modes", "turbo", ...HOSTILE_TEXTS));
    case "string":
      return fc.oneof(usual, fc.constantFrom(...HOSTILE_TEXTS, ""));
    case "rules":
      return fc.oneof(
        usual,
        fc.array(
          fc.record({ targetPattern: fc.constantFrom(...HOSTILE_TEXTS), policy: fc.constant("isolate") }),
          { maxLength: 2 },
        ),
      );
    case "stringSet":
      return fc.oneof(
        usual,
        fc.array(fc.constantFrom(...HOSTILE_TEXTS, "line\nbreak", "a\tb", "ci/build", ""), { maxLength: 8 }),
      );
  }
}
