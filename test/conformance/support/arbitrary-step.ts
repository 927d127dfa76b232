import fc from "fast-check";
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "../../../src/plugin/values/value";
import type { AdditionalSettings } from "../../../src/queue/additional-settings";
import { type QueueSettings, SETTINGS } from "../../../src/queue/settings";
import { arbitraryConfig } from "../../provider/support/arbitrary-queue";
import { arbitrarySettings } from "../../support/arbitrary-settings";

/** An outside change of the queue. */
export type Drift =
  | { readonly kind: "none" }
  | {
      readonly kind: "change";
      readonly settings: QueueSettings;
      readonly additionalSettings: AdditionalSettings;
      readonly deletesRequiredStatuses: boolean;
    }
  | { readonly kind: "delete" }
  | { readonly kind: "recreate" }
  | { readonly kind: "enqueue" };

/** One round: an outside change, then Terraform with another configuration. */
export interface Step {
  readonly drift: Drift;
  /** Whether the drift happens before the plan, which then sees it, or between plan and apply. */
  readonly isDriftSeen: boolean;
  /** The configuration, wholly known; null to destroy. */
  readonly config: ObjectValue | null;
  /** Its unknown values while planning, as dotted paths; `required_statuses.0` is an element. */
  readonly unknown: readonly string[];
  readonly losesPrivate: boolean;
  readonly isTainted: boolean;
}

const REPO_PARTS = ["repo.host", "repo.owner", "repo.name"];
const TIMEOUTS = ["timeouts.create", "timeouts.read", "timeouts.update", "timeouts.delete"];
const MASKABLE = [
  ...["repo", ...REPO_PARTS, "target_branch", "deletion_policy", "on_existing", "timeouts", ...TIMEOUTS],
  ...["additional_settings", "additional_settings.shiny", "required_statuses.0"],
  ...SETTINGS.map(({ name }) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
];

/** Paths of the values that are not known yet while planning. */
export const arbitraryUnknown = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly string[]>([]) },
  { weight: 3, arbitrary: fc.subarray(MASKABLE, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.subarray(MASKABLE) },
);

const arbitraryDrift: fc.Arbitrary<Drift> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Drift>({ kind: "none" }) },
  {
    weight: 4,
    arbitrary: fc
      .record({
        settings: arbitrarySettings(),
        shiny: fc.option(fc.constantFrom(1, 2, "x"), { nil: undefined }),
        deletesRequiredStatuses: fc.boolean(),
      })
      .map(({ settings: { requiredStatuses, ...settings }, shiny, deletesRequiredStatuses }): Drift => {
        const additionalSettings = new Map(shiny === undefined ? [] : [["shiny", shiny]]);
        // One request cannot change both.
        const statuses =
          deletesRequiredStatuses || requiredStatuses === undefined ? {} : { requiredStatuses };
        const changed = { ...settings, ...statuses };
        return { kind: "change", settings: changed, additionalSettings, deletesRequiredStatuses };
      }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Drift>({ kind: "delete" }, { kind: "recreate" }, { kind: "enqueue" }),
  },
);

const arbitraryDuration = fc.constantFrom(null, "1m", "90s", "1h30m");

/** The tests' queue in any spelling, seldom another one. */
const arbitraryIdentity = fc.record({
  repo: fc
    .record({
      host: fc.constantFrom("a.com", "A.com"),
      owner: fc.oneof({ weight: 6, arbitrary: fc.constantFrom("acme", "ACME") }, fc.constant("other")),
      name: fc.constantFrom("web", "Web"),
    })
    .map((repo): Value => new Map(Object.entries(repo))),
  target_branch: fc.oneof({ weight: 6, arbitrary: fc.constant("rel/1") }, fc.constantFrom("Rel/1", "main")),
});

const arbitraryTimeouts: fc.Arbitrary<Value> = fc.option(
  fc
    .record({
      create: arbitraryDuration,
      read: arbitraryDuration,
      update: arbitraryDuration,
      delete: arbitraryDuration,
    })
    .map((timeouts) => new Map(Object.entries(timeouts))),
);

/** A configuration of the tests' queue, seldom of another one; wholly known. */
export const arbitraryStepConfig: fc.Arbitrary<ObjectValue> = fc
  .tuple(arbitraryConfig, arbitraryIdentity, arbitraryTimeouts)
  .map(
    ([config, identity, timeouts]) =>
      new Map([...config, ...Object.entries(identity), ["timeouts", timeouts]]),
  );

/**
 * Without arguments that make an apply's outcome depend on more than the queue: adopting, waiting, and settings that
 * the service does not know.
 */
const arbitraryPlainConfig = arbitraryStepConfig.map((config): ObjectValue => {
  const policy =
    config.get("deletion_policy") === "drain" ? "refuse" : (config.get("deletion_policy") ?? null);
  const own = { deletion_policy: policy, on_existing: null, additional_settings: null };
  return new Map([...config, ...Object.entries(own)]);
});

const seldom = fc.integer({ min: 0, max: 7 }).map((die) => die === 7);

/** Any round of a queue's lifecycle. */
const arbitraryStep: fc.Arbitrary<Step> = fc.record({
  drift: arbitraryDrift,
  isDriftSeen: fc.boolean(),
  config: fc.option(arbitraryPlainConfig, { freq: 8 }),
  unknown: arbitraryUnknown,
  losesPrivate: seldom,
  isTainted: seldom,
});

/** Any life of a queue. */
export const arbitraryLife: fc.Arbitrary<readonly Step[]> = fc.array(arbitraryStep, {
  minLength: 1,
  maxLength: 5,
});

/** Returns a configuration in which these paths are unknown; missing paths are ignored. */
export function maskConfig(config: ObjectValue, paths: readonly string[]): ObjectValue {
  return paths.reduce((masked, path) => maskPath(masked, path.split(".")), config);
}

function maskPath(object: ObjectValue, [name = "", inner]: readonly string[]): ObjectValue {
  const value = object.get(name) ?? null;
  if (value instanceof DynamicValue && inner !== undefined) {
    if (!isObjectValue(value.value) || !value.value.has(inner)) return object;
    return new Map([...object, [name, new DynamicValue(value.type, maskPath(value.value, [inner]))]]);
  }
  if (inner === undefined) return new Map([...object, [name, UNKNOWN]]);
  if (isObjectValue(value)) return new Map([...object, [name, maskPath(value, [inner])]]);
  if (!isListValue(value) || value.length === 0) return object;
  return new Map([...object, [name, [UNKNOWN, ...value.slice(1)]]]);
}
