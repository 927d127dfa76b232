import fc from "fast-check";
import { toAttributeName } from "../../src/queue/attribute-name";
import type { QueueIdentity } from "../../src/queue/queue-identity";
import type { SettingDefinition } from "../../src/queue/setting-definition";
import { type QueueSettings, SETTINGS } from "../../src/queue/settings";
import type { Address, ConfigValue, QueueConfig } from "./command";

/** The queues of each resource: two branches of its repository. */
const REPOSITORY_NAMES: { readonly [Name in Address]: string } = { a: "web", b: "api" };
const BRANCHES = ["main", "rel/1"] as const;

/** Attributes of a resource except its identity; null removes one from a configuration. */
export type ConfigEdit = { readonly [attribute: string]: ConfigValue | null };

/** A queue that a resource may manage, as the service spells it. */
export function arbitraryIdentityOf(address: Address): fc.Arbitrary<QueueIdentity> {
  const repo = { host: "git.example.org", owner: "acme", name: REPOSITORY_NAMES[address] };
  // Mostly the same one, so that it changes often.
  return fc
    .oneof({ weight: 6, arbitrary: fc.constant(BRANCHES[0]) }, fc.constant(BRANCHES[1]))
    .map((targetBranch) => ({ repo, targetBranch }));
}

/** Its attributes, in any spelling. */
function arbitraryIdentityAttributes(
  address: Address,
): fc.Arbitrary<Pick<QueueConfig, "repo" | "target_branch">> {
  const spelling = fc.boolean();
  return fc
    .tuple(arbitraryIdentityOf(address), spelling, spelling)
    .map(([{ repo, targetBranch }, isOwnerLoud, isNameLoud]) => ({
      repo: {
        host: repo.host,
        owner: isOwnerLoud ? repo.owner.toUpperCase() : repo.owner,
        name: isNameLoud ? repo.name.toUpperCase() : repo.name,
      },
      target_branch: targetBranch,
    }));
}

/** Few values, so that two are often equal. */
function arbitraryValue(setting: SettingDefinition): fc.Arbitrary<ConfigValue> {
  switch (setting.kind) {
    case "integer":
      return fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.constant(setting.max));
    case "boolean":
      return fc.boolean();
    case "enum":
      return fc.constantFrom(...setting.values);
    case "string":
      return fc.constantFrom("", "merge", "é");
    case "rules":
      return fc.constantFrom([], [{ target_pattern: "//db/*", policy: "isolate" }]);
    case "stringSet":
      return fc.uniqueArray(fc.constantFrom("ci", "lint", "é", "a/b"), { maxLength: 3 });
  }
}

const arbitrarySettingAttributes: fc.Arbitrary<ConfigEdit> = fc.record(
  Object.fromEntries(
    SETTINGS.map((setting) => [
      toAttributeName(setting.name),
      fc.option(arbitraryValue(setting), { freq: 3, nil: null }),
    ]),
  ),
);

/** Timeout of a drain that fails; Terraform's tests wait that long. */
const DRAIN_TIMEOUT = "6s";

/** Durations that no sequence reaches. */
const arbitraryTimeouts: fc.Arbitrary<ConfigValue | null> = fc.option(
  fc.record(
    {
      create: fc.constantFrom("2m", "90s"),
      read: fc.constant("1m30s"),
      update: fc.constant("10m"),
      delete: fc.constant("3m"),
    },
    { requiredKeys: [] },
  ),
  { freq: 3, nil: null },
);

/** Settings that the provider does not know. */
export const arbitraryAdditional = fc.record(
  {
    shiny: fc.integer({ min: 1, max: 2 }),
    labels: fc.uniqueArray(fc.constantFrom("x", "y"), { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const arbitraryOwnAttributes: fc.Arbitrary<ConfigEdit> = fc.record({
  deletion_policy: fc.constantFrom(null, null, "refuse", "abandon", "drain", "drain"),
  on_existing: fc.constantFrom(null, null, "fail", "adopt"),
  timeouts: arbitraryTimeouts,
  additional_settings: fc.option(arbitraryAdditional, { freq: 3, nil: null }),
});

/** A configuration of the resource with few attributes. */
export function arbitraryQueueConfig(address: Address): fc.Arbitrary<QueueConfig> {
  return fc
    .tuple(
      arbitraryIdentityAttributes(address),
      arbitrarySettingAttributes.chain((settings) => fc.subarray(Object.entries(settings), { maxLength: 6 })),
      arbitraryOwnAttributes,
    )
    .map(([identity, settings, own]) => editConfig(identity, { ...Object.fromEntries(settings), ...own }));
}

/** A change of a few attributes of a configuration. */
export const arbitraryEdit: fc.Arbitrary<ConfigEdit> = fc
  .tuple(arbitrarySettingAttributes, arbitraryOwnAttributes)
  .chain(([settings, own]) =>
    fc
      .subarray(Object.entries({ ...settings, ...own }), { minLength: 1, maxLength: 3 })
      .map((entries) => Object.fromEntries(entries)),
  );

/** A few settings for outside changes. */
export const arbitraryOutsideSettings: fc.Arbitrary<QueueSettings> = fc
  .record(Object.fromEntries(SETTINGS.map((setting) => [setting.name, arbitraryValue(setting)])))
  .chain((settings) => fc.subarray(Object.entries(settings), { minLength: 1, maxLength: 3 }))
  .map((entries) => Object.fromEntries(entries));

/** Returns a configuration after a change. */
export function editConfig(config: QueueConfig, edit: ConfigEdit): QueueConfig {
  const { repo, target_branch, ...others } = config;
  const edited = { ...others, ...edit };
  // Pull requests do not leave a queue while it is drained.
  if (edited["deletion_policy"] === "drain") edited["timeouts"] = { delete: DRAIN_TIMEOUT };
  const entries = Object.entries(edited).filter(([, value]) => value !== null);
  return { repo, target_branch, ...Object.fromEntries(entries as [string, ConfigValue][]) };
}
