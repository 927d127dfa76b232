import fc from "fast-check";
import {
  DynamicValue,
  isListValue,
  isObjectValue,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "../../../src/plugin/values/value";
import { SETTINGS } from "../../../src/queue/settings";
import { arbitraryConfig } from "../../provider/support/arbitrary-queue";

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
export const arbitraryQueueConfig: fc.Arbitrary<ObjectValue> = fc
  .tuple(arbitraryConfig, arbitraryIdentity, arbitraryTimeouts)
  .map(
    ([config, identity, timeouts]) =>
      new Map([...config, ...Object.entries(identity), ["timeouts", timeouts]]),
  );

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
