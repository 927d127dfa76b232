import type { ReplicationResult, WindowPart } from "../drive/replication";
import type { Estimate } from "../measures";
import { estimateByJackknife, leaveOneOut } from "../statistics/jackknife";

/** The capacity of a queue, from a saturated replication. */
export interface Capacity {
  /** Pull requests that leave the queue per hour, merged or failed. */
  readonly perHour: Estimate;
  /** Variance of the number that leaves in a long time, divided by its mean. 0: at regular intervals. */
  readonly dispersion: number;
}

/**
 * Estimates the capacity. Corrects for tests that were longer or shorter than their mean, so that the
 * interval only contains the effect of failures.
 * @param meanTestMinutes - mean duration of the load's test runs
 */
export function estimateCapacity(
  { parts }: Pick<ReplicationResult, "parts">,
  meanTestMinutes: number,
): Capacity {
  const rate = (some: readonly WindowPart[]): number => {
    const drawn = sum(some, "testMinutes") / (sum(some, "testRuns") * meanTestMinutes);
    return (sum(some, "conclusions") / sum(some, "hours")) * drawn;
  };
  const perHour = estimateByJackknife({ value: rate(parts), without: leaveOneOut(parts).map(rate) });
  return { perHour, dispersion: estimateDispersion(parts) };
}

function estimateDispersion(parts: readonly WindowPart[]): number {
  const perHour = sum(parts, "conclusions") / sum(parts, "hours");
  const squares = parts.reduce((total, { conclusions, hours }) => {
    return total + (conclusions - perHour * hours) ** 2;
  }, 0);
  return (squares * parts.length) / (parts.length - 1) / sum(parts, "conclusions");
}

function sum(parts: readonly WindowPart[], name: keyof WindowPart): number {
  return parts.reduce((total, part) => total + part[name], 0);
}
