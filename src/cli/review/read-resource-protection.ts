import { toAttributeName } from "../../queue/attribute-name";
import type { ReplacementLoss } from "../../queue/find-replacement-losses";
import type { QueueRecord, SettingName, SettingValue } from "../../queue/settings";
import { SETTING_NAMES } from "../../queue/settings";
import { describeStatusRelease } from "../../reconcile/describe-status-release";
import { findProtectionChanges } from "../../reconcile/plan/find-protection-changes";
import type { PlanAction, ProtectionChange } from "../../reconcile/plan/fleet-plan";
import { SENSITIVE_LOSS } from "../../reconcile/plan/show-task";
import type { ResourceSide } from "./resource-sides";
import { getKnown, isSensitive, isUnknown } from "./resource-sides";

const REQUIRED_STATUSES = toAttributeName("requiredStatuses");

/** Returns the known settings of one side, with or without sensitive values. */
export function toRecord(side: ResourceSide, secrets: "with secrets" | "without secrets"): QueueRecord {
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
  const now = toRecord(before, "with secrets");
  const hidden = (name: string): boolean =>
    [before, after].some((side) => isSensitive(side, toAttributeName(name)));
  const found = findProtectionChanges(now, toRecord(after, "with secrets"), lost).map((change) =>
    hidden(change.name) ? { ...change, message: SENSITIVE_LOSS } : change,
  );
  // Unknown although not configured: this is how the provider plans to release required statuses.
  const isReleased =
    action === "update" &&
    isUnknown(after, REQUIRED_STATUSES) &&
    configured?.has(REQUIRED_STATUSES) === false;
  if (!isReleased) return found;
  const message = hidden("requiredStatuses") ? SENSITIVE_LOSS : describeStatusRelease(now.requiredStatuses);
  return [{ name: "requiredStatuses", kind: "loss", message }, ...found];
}
