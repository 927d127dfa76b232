import type { Queue } from "../../../src/engine/engine-state";
import { findLineMode } from "./queue-step";

/** Tells whether two submissions impact a target in common, as anything does in single mode. */
export function sharesTarget(queue: Queue, one: number, other: number): boolean {
  if (findLineMode(queue) === "single") return true;
  const [some, others] = [one, other].map(
    (sequence) => queue.impactedTargets.get(queue.submissions.get(sequence)?.number ?? 0) ?? "ALL",
  );
  if (some === undefined || others === undefined || some === "ALL" || others === "ALL") return true;
  return some.some((target) => others.includes(target));
}
