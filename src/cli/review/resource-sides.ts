import type { PlannedValue } from "../../reconcile/plan/fleet-plan";
import { getField, isMarked } from "./terraform-json";

/** A resource in a plan of Terraform, before or after the change. */
export interface ResourceSide {
  readonly values: unknown;
  /** Marks of sensitive values. */
  readonly sensitive: unknown;
  /** Marks of unknown values. */
  readonly unknown: unknown;
}

/** Returns the two sides of a change. */
export function toSides(change: unknown): { readonly before: ResourceSide; readonly after: ResourceSide } {
  return {
    before: {
      values: getField(change, "before"),
      sensitive: getField(change, "before_sensitive"),
      unknown: undefined,
    },
    after: {
      values: getField(change, "after"),
      sensitive: getField(change, "after_sensitive"),
      unknown: getField(change, "after_unknown"),
    },
  };
}

/** Tells whether the value at a path, or a part of it, is known only after the apply. */
export function isUnknown(side: ResourceSide, ...path: readonly string[]): boolean {
  return isMarked(side.unknown, ...path);
}

/** Tells whether the value at a path, or a part of it, is sensitive. */
export function isSensitive(side: ResourceSide, ...path: readonly string[]): boolean {
  return isMarked(side.sensitive, ...path);
}

/** Returns the value at a path, null and unknown as undefined. It may be sensitive. */
export function getKnown(side: ResourceSide, ...path: readonly string[]): unknown {
  return isUnknown(side, ...path) ? undefined : (getField(side.values, ...path) ?? undefined);
}

/** Returns the value at a path as a plan shows it. */
export function toPlannedValue(side: ResourceSide, ...path: readonly string[]): PlannedValue {
  if (isUnknown(side, ...path)) return { kind: "unknown" };
  const value = getKnown(side, ...path);
  if (value === undefined) return { kind: "absent" };
  return isSensitive(side, ...path) ? { kind: "sensitive" } : { kind: "value", value };
}
