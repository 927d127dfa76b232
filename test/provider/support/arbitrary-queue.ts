import fc from "fast-check";
import { TfNumber } from "../../../src/plugin/tf-number";
import { DynamicValue, type ObjectValue, UNKNOWN, type Value } from "../../../src/plugin/value";
import { toAttributeName } from "../../../src/queue/attribute-name";
import type { SettingDefinition } from "../../../src/queue/setting-definition";
import { type QueueRecord, SETTINGS } from "../../../src/queue/settings";
import { additional, config, type Plain } from "./queue-values";

/** Statuses of which some are the same after normalisation. */
const arbitraryStatus = fc
  .constantFrom("ci", "lint", "é", "e\u0301", "CI", "a/b")
  .map((name) => name.normalize("NFC"));

/** Values that validation accepts. */
function arbitrarySetting(setting: SettingDefinition): fc.Arbitrary<Plain> {
  switch (setting.kind) {
    case "integer":
      return fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(4_294_967_295));
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...setting.values);
    case "string":
      return fc.oneof(fc.constant(""), arbitraryStatus);
    case "rules":
      return fc.constantFrom([], [{ target_pattern: "//db/*", policy: "isolate" }]);
    case "stringSet":
      return fc.uniqueArray(arbitraryStatus, { maxLength: 3 });
  }
}

/** Whatever a service may show, beyond what may be requested. */
function arbitraryShown(setting: SettingDefinition): fc.Arbitrary<Plain> {
  const usual = { weight: 4, arbitrary: arbitrarySetting(setting) };
  switch (setting.kind) {
    case "integer":
      return fc.oneof(usual, fc.constantFrom(0, -1, 1.5));
    case "boolean":
    case "string":
      return usual.arbitrary;
    case "rules":
      return fc.constantFrom(
        [],
        [
          { targetPattern: "//db/*", policy: "isolate" },
          { targetPattern: "x", policy: "new" },
        ],
      );
    case "enum":
      return fc.oneof(usual, fc.constantFrom("turbo", ...setting.transientValues));
    case "stringSet":
      return fc.oneof(usual, fc.constantFrom(["", "b"], ["z", "a", "z"]));
  }
}

function arbitraryPart(names: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...names.flatMap((name) => [name, name.toUpperCase()]));
}

const arbitraryIdentity = fc.record({
  repo: fc.record({
    host: arbitraryPart(["a.com"]),
    owner: arbitraryPart(["acme", "b"]),
    name: arbitraryPart(["web"]),
  }),
  target_branch: fc.constantFrom("main", "Main", "rel/1"),
});

/** Settings of a newer service: `shiny`, a number, and `labels`, texts; seldom as a map. */
const arbitraryAdditional: fc.Arbitrary<DynamicValue> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record(
        {
          shiny: fc.constantFrom(null, 1, 2, 0.5),
          labels: fc.constantFrom(null, [], ["a"], ["e\u0301".normalize("NFC"), "b"]),
        },
        { requiredKeys: [] },
      )
      .map(additional),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 3 })
      .map((shiny) => new DynamicValue(["map", "number"], new Map([["shiny", TfNumber.of(shiny)]]))),
  },
);

/** A queue as a service shows it; settings may be missing and words unknown. */
export const arbitraryLive: fc.Arbitrary<QueueRecord> = fc.record(
  Object.fromEntries(SETTINGS.map((setting) => [setting.name, arbitraryShown(setting)])),
  { requiredKeys: [] },
);

/** A valid configuration, wholly known. */
export const arbitraryConfig: fc.Arbitrary<ObjectValue> = fc
  .record({
    identity: arbitraryIdentity,
    settings: fc.record(
      Object.fromEntries(
        SETTINGS.map((setting) => [toAttributeName(setting.name), fc.option(arbitrarySetting(setting))]),
      ),
    ),
    own: fc.record({
      deletion_policy: fc.constantFrom(null, "refuse", "drain", "abandon"),
      on_existing: fc.constantFrom(null, "fail", "adopt"),
      additional_settings: fc.option(arbitraryAdditional),
      timeouts: fc.option(fc.constant<Plain>({ create: "1m", read: null, update: null, delete: null })),
    }),
  })
  .map(({ identity, settings, own }) => config({ ...identity, ...settings, ...own }));

/** A configuration in which anything may be unknown. */
export const arbitraryPartlyUnknown: fc.Arbitrary<ObjectValue> = fc
  .tuple(arbitraryConfig, fc.infiniteStream(fc.integer({ min: 0, max: 4 })))
  .map(([given, dice]) => {
    const roll = (value: Value): Value => (dice.next().value === 0 && value !== null ? UNKNOWN : value);
    const entries = [...given].map(([name, value]): [string, Value] => {
      if (name === "repo" && value instanceof Map) {
        const repo = new Map([...(value as ObjectValue)].map(([part, text]) => [part, roll(text)]));
        return [name, roll(repo)];
      }
      return [name, name === "id" ? null : roll(value)];
    });
    return new Map(entries);
  });
