import type { ImpactedTargets, Queue } from "../../../src/engine/engine-state";
import { findLineMode } from "./queue-step";

/** Returns the targets of a submission; all if none are known. */
export function findTargets(queue: Queue, sequence: number): ImpactedTargets {
  return queue.impactedTargets.get(queue.submissions.get(sequence)?.number ?? 0) ?? "ALL";
}

/** Tells whether there is a common target, as there always is in single mode. */
export function conflicts(
  mode: "single" | "parallel",
  some: ImpactedTargets,
  others: ImpactedTargets,
): boolean {
  if (mode === "single" || some === "ALL" || others === "ALL") return true;
  return some.some((target) => others.includes(target));
}

/** Tells whether two submissions impact a target in common, as anything does in single mode. */
export function sharesTarget(queue: Queue, one: number, other: number): boolean {
  return conflicts(findLineMode(queue), findTargets(queue, one), findTargets(queue, other));
}
