import { HOURS_OF_WEEK } from "../draws/draw-arrivals";
import type { Arrivals, Load, TestMinutes } from "../load";
import type { ReplicationSetup } from "./replication";

const FEWEST_PULL_REQUESTS = 10;

/**
 * Checks that a replication can be computed. Callers check what their users typed and name it; this only prevents endless
 * loops and numbers without meaning.
 * @throws RangeError
 */
export function checkSetup({ load, pullRequests, replication }: ReplicationSetup): void {
  check(Number.isInteger(pullRequests) && pullRequests >= FEWEST_PULL_REQUESTS, "pullRequests");
  check(Number.isInteger(replication) && replication >= 0, "replication");
  check(areArrivalsValid(load.arrivals), "arrivals");
  check(areTestMinutesValid(load.testMinutes), "testMinutes");
  check(isShare(load.failureRate), "failureRate");
  check(isShare(load.flakeRate), "flakeRate");
  check(isShare(load.conflictRate ?? 0), "conflictRate");
  check(areShares(load.targets), "targets");
  check(load.priorities === undefined || areShares(load.priorities.map(({ share }) => share)), "priorities");
  check(areSlotsValid(load), "ciSlots");
}

function check(isValid: boolean, name: string): void {
  if (!isValid) throw new RangeError(`The ${name} of a replication are out of range.`);
}

function isAboveZero(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}

function isShare(value: number): boolean {
  return value >= 0 && value <= 1;
}

function areShares(shares: readonly number[]): boolean {
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.every(isShare) && Math.abs(sum - 1) < 1e-6;
}

function areArrivalsValid(arrivals: Arrivals): boolean {
  if (arrivals.kind === "saturated") return true;
  if (arrivals.kind === "poisson") return isAboveZero(arrivals.perHour);
  const { perHour } = arrivals;
  return (
    perHour.length === HOURS_OF_WEEK &&
    perHour.every((rate) => rate === 0 || isAboveZero(rate)) &&
    perHour.some(isAboveZero)
  );
}

function areTestMinutesValid(testMinutes: TestMinutes): boolean {
  if (testMinutes.kind === "empirical") {
    return testMinutes.minutes.length > 0 && testMinutes.minutes.every(isAboveZero);
  }
  return isAboveZero(testMinutes.mean) && (testMinutes.kind !== "lognormal" || isAboveZero(testMinutes.cv));
}

function areSlotsValid({ ciSlots }: Load): boolean {
  return ciSlots === undefined || (Number.isInteger(ciSlots) && ciSlots >= 1);
}
