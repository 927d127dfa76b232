import type { PlannedValue } from "../../reconcile/plan/fleet-plan";
import { getField, isMarked } from "./terraform-json";

/** A resource before or after a change, as a plan of Terraform's has it. */
export interface ResourceSide {
  readonly values: unknown;
  /** Marks of what must not be shown. */
  readonly sensitive: unknown;
  /** Marks of what is not known yet. */
  readonly unknown: unknown;
}

/** Answers the two sides of a change. */
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

/** Tells whether what is at a path will be known after the apply only, in whole or in part. */
export function isUnknown(side: ResourceSide, ...path: readonly string[]): boolean {
  return isMarked(side.unknown, ...path);
}

/** Tells whether what is at a path, or a part of it, must not be shown. */
export function isSensitive(side: ResourceSide, ...path: readonly string[]): boolean {
  return isMarked(side.sensitive, ...path);
}

/** Answers what is at a path, null and unknown as undefined. It may be a secret. */
export function getKnown(side: ResourceSide, ...path: readonly string[]): unknown {
  return isUnknown(side, ...path) ? undefined : (getField(side.values, ...path) ?? undefined);
}

/** Answers what is at a path as far as it may be shown. */
export function toPlannedValue(side: ResourceSide, ...path: readonly string[]): PlannedValue {
  if (isUnknown(side, ...path)) return { kind: "unknown" };
  const value = getKnown(side, ...path);
  if (value === undefined) return { kind: "absent" };
  return isSensitive(side, ...path) ? { kind: "sensitive" } : { kind: "value", value };
}
