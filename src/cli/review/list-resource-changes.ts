import { isSameJson } from "../../queue/additional-settings";
import { toAttributeName } from "../../queue/attribute-name";
import { TIMED_OPERATIONS } from "../../queue/check-attributes";
import { isSameSetting } from "../../queue/diff-settings";
import type { ReplacementLoss } from "../../queue/find-replacement-losses";
import {
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
  tryFindSetting,
} from "../../queue/settings";
import { describeStatusRelease } from "../../reconcile/describe-status-release";
import { SENSITIVE_LOSS } from "../../reconcile/plan/create-plan";
import { findProtectionChanges } from "../../reconcile/plan/find-protection-changes";
import type { PlanAction, PlannedChange, ProtectionChange } from "../../reconcile/plan/plan";
import { isPlainObject } from "../../text/is-plain-object";
import {
  getJsonField,
  getKnown,
  isSensitive,
  isUnknownInJson,
  type ResourceSide,
  toPlannedValue,
} from "./terraform-json";

interface Part {
  readonly name: string;
  readonly kind: PlannedChange["kind"];
  /** Path in the resource, by Terraform names. */
  readonly path: readonly [string, ...string[]];
}

const IDENTITY: readonly Part[] = [
  { name: "repo.host", kind: "identity", path: ["repo", "host"] },
  { name: "repo.owner", kind: "identity", path: ["repo", "owner"] },
  { name: "repo.name", kind: "identity", path: ["repo", "name"] },
  { name: "targetBranch", kind: "identity", path: ["target_branch"] },
];

const SETTING_PARTS: readonly Part[] = SETTING_NAMES.map((name) => ({
  name,
  kind: "setting",
  path: [toAttributeName(name)],
}));

const ARGUMENTS: readonly Part[] = [
  { name: "deletionPolicy", kind: "argument", path: ["deletion_policy"] },
  { name: "onExisting", kind: "argument", path: ["on_existing"] },
  ...TIMED_OPERATIONS.map(
    (operation): Part => ({ name: `timeouts.${operation}`, kind: "argument", path: ["timeouts", operation] }),
  ),
];

/**
 * Lists how a plan of Terraform changes a queue, in the order of our plans.
 * @param configured - Terraform names of the configured arguments; undefined if unknown
 * @param lost - wire names of settings that a replacement does not carry over. Default: none
 */
export function listResourceChanges(
  action: PlanAction,
  before: ResourceSide,
  after: ResourceSide,
  configured: ReadonlySet<string> | undefined,
  lost: ReadonlySet<string> = new Set(),
): PlannedChange[] {
  if (action !== "create" && action !== "update" && action !== "replace") return [];
  const parts = [
    ...(action === "create" ? [] : IDENTITY),
    ...SETTING_PARTS,
    ...listAdditionalParts(before, after),
    ...ARGUMENTS,
  ];
  // A new queue has an unknown value for every setting that the service chooses; only configured ones are listed.
  const isChosen = ({ name, path: [attribute] }: Part): boolean =>
    action !== "update" &&
    configured?.has(attribute) !== true &&
    isUnknownInJson(after, attribute) &&
    !lost.has(name);
  return parts
    .filter((part) => !isChosen(part) && !isSame(part, before, after))
    .map(({ name, kind, path }) => ({
      name,
      kind,
      now: toPlannedValue(before, ...path),
      then: lost.has(name) ? { kind: "default" } : toPlannedValue(after, ...path),
    }));
}

function listAdditionalParts(before: ResourceSide, after: ResourceSide): Part[] {
  const attribute = "additional_settings";
  const [now, then] = [before, after].map(({ values }) => getJsonField(values, attribute));
  if (!isPlainObject(then) && isUnknownInJson(after, attribute)) {
    return [{ name: "additionalSettings", kind: "additional", path: [attribute] }];
  }
  const names = new Set([
    ...[now, then].flatMap((settings) => (isPlainObject(settings) ? Object.keys(settings) : [])),
    // Unknown values are missing in the values.
    ...Object.keys(getJsonField(after.unknown, attribute) ?? {}),
  ]);
  return [...names].map((name) => ({ name, kind: "additional", path: [attribute, name] }));
}

function isSame({ name, kind, path }: Part, before: ResourceSide, after: ResourceSide): boolean {
  if (isUnknownInJson(after, ...path)) return false;
  const now = getKnown(before, ...path);
  const then = getKnown(after, ...path);
  if (now === undefined || then === undefined) return now === then;
  return kind === "setting" && tryFindSetting(name) !== undefined
    ? isSameSetting(name as SettingName, now as SettingValue, then as SettingValue)
    : isSameJson(now, then);
}

const REQUIRED_STATUSES = toAttributeName("requiredStatuses");

/** Returns the known settings of one side, with or without sensitive values. */
export function toKnownSettings(
  side: ResourceSide,
  secrets: "with secrets" | "without secrets",
): QueueRecord {
  const entries = SETTING_NAMES.flatMap((name): [SettingName, SettingValue][] => {
    const attribute = toAttributeName(name);
    const value = getKnown(side, attribute);
    const isHidden = secrets === "without secrets" && isSensitive(side, attribute);
    return value === undefined || isHidden ? [] : [[name, value as SettingValue]];
  });
  return Object.fromEntries(entries);
}

/** Finds how a plan of Terraform changes the merge protection of one queue, in the words of our plans. */
export function readResourceProtection(
  action: PlanAction,
  before: ResourceSide,
  after: ResourceSide,
  configured: ReadonlySet<string> | undefined,
  lost: readonly Pick<ReplacementLoss, "name">[],
): ProtectionChange[] {
  if (action !== "create" && action !== "update" && action !== "replace") return [];
  const now = toKnownSettings(before, "with secrets");
  const hidden = (name: string): boolean =>
    [before, after].some((side) => isSensitive(side, toAttributeName(name)));
  const found = findProtectionChanges(now, toKnownSettings(after, "with secrets"), lost).map((change) =>
    hidden(change.name) ? { ...change, message: SENSITIVE_LOSS } : change,
  );
  // Unknown although not configured: this is how the provider plans to release required statuses.
  const isReleased =
    action === "update" &&
    isUnknownInJson(after, REQUIRED_STATUSES) &&
    configured?.has(REQUIRED_STATUSES) === false;
  if (!isReleased) return found;
  const message = hidden("requiredStatuses") ? SENSITIVE_LOSS : describeStatusRelease(now.requiredStatuses);
  return [{ name: "requiredStatuses", kind: "loss", message }, ...found];
}
