import { SENSITIVE_LOSS } from "../../plan/create-plan";
import type { PlanAction, PlannedChange } from "../../plan/plan";
import { isSameJson } from "../../queue/additional-settings";
import { toAttributeName } from "../../queue/attribute-name";
import { TIMED_OPERATIONS } from "../../queue/check-attributes";
import type { ReplacementLoss } from "../../queue/find-replacement-losses";
import { isSameSetting } from "../../queue/find-setting-changes";
import { REPOSITORY_PARTS } from "../../queue/queue-identity";
import {
  findSetting,
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "../../queue/settings";
import { describeStatusRelease } from "../../reconcile/describe-status-release";
import { findProtectionChanges, type ProtectionChange } from "../../reconcile/find-protection-changes";
import { isPlainObject } from "../../text/is-plain-object";
import {
  getJsonField,
  getKnown,
  isSensitive,
  isUnknownInJson,
  type ResourceSide,
  toPlannedValue,
  type toSides,
} from "./terraform-json";

interface Part extends Pick<PlannedChange, "name" | "kind"> {
  /** Path of the value in the resource, in Terraform's names. */
  readonly path: readonly [string, ...string[]];
}

const IDENTITY: readonly Part[] = [
  ...REPOSITORY_PARTS.map((part): Part => ({ name: `repo.${part}`, kind: "identity", path: ["repo", part] })),
  { name: "targetBranch", kind: "identity", path: ["target_branch"] },
];

const SETTING_PARTS = SETTING_NAMES.map(
  (name): Part => ({ name, kind: "setting", path: [toAttributeName(name)] }),
);

const ARGUMENTS: readonly Part[] = [
  { name: "deletionPolicy", kind: "argument", path: ["deletion_policy"] },
  { name: "onExisting", kind: "argument", path: ["on_existing"] },
  ...TIMED_OPERATIONS.map(
    (operation): Part => ({ name: `timeouts.${operation}`, kind: "argument", path: ["timeouts", operation] }),
  ),
];

/** A change of a queue's settings. A deletion removes all settings. */
export interface ResourceChange extends ReturnType<typeof toSides> {
  readonly action: Extract<PlanAction, "create" | "update" | "replace" | "delete">;
  /** Terraform names of the configured arguments. Undefined if the names are unknown. */
  readonly configured: ReadonlySet<string> | undefined;
}

/** Lists changes in the order of `mergequeue plan`. @param lost - settings that a replacement drops */
export function listResourceChanges(
  { action, before, after, configured }: ResourceChange,
  lost: ReadonlySet<string> = new Set(),
): PlannedChange[] {
  const isKept = action === "update" || action === "replace";
  const parts = [
    ...(isKept ? IDENTITY : []),
    ...SETTING_PARTS,
    ...listAdditionalParts(before, after),
    ...(action === "delete" ? [] : ARGUMENTS),
  ];
  // In a new queue, every setting that is not configured is unknown. These are not listed.
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
  return kind === "setting"
    ? isSameSetting(name as SettingName, now as SettingValue, then as SettingValue)
    : isSameJson(now, then);
}

const REQUIRED_STATUSES = toAttributeName("requiredStatuses");

export function toKnownSettings(side: ResourceSide): QueueRecord {
  const entries = SETTING_NAMES.map((name) => [name, getKnown(side, findSetting(name).attribute)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Finds changes of a queue's merge protection in Terraform's plan, named as in `mergequeue plan`. */
export function readResourceProtection(
  { action, before, after, configured }: ResourceChange,
  lost: readonly Pick<ReplacementLoss, "name">[],
): ProtectionChange[] {
  const now = toKnownSettings(before);
  const hidden = (name: string): boolean =>
    [before, after].some((side) => isSensitive(side, toAttributeName(name)));
  const found = findProtectionChanges(now, toKnownSettings(after), lost).map((change) =>
    hidden(change.name) ? { ...change, message: SENSITIVE_LOSS } : change,
  );
  // The provider plans to release required statuses by an unknown value that is not configured.
  const isKept = !isUnknownInJson(after, REQUIRED_STATUSES) || configured?.has(REQUIRED_STATUSES) !== false;
  if (action !== "update" || isKept) return found;
  const message = hidden("requiredStatuses") ? SENSITIVE_LOSS : describeStatusRelease(now.requiredStatuses);
  return [{ name: "requiredStatuses", kind: "loss", message }, ...found];
}
