import { MergeQueueError } from "../../queue/merge-queue-error";
import { HOURS_OF_WEEK, toMeanPerHour } from "../draws/draw-arrivals";
import type { Arrivals, Load, TestMinutes } from "../load";
import type { ReplicationSetup } from "./replication";

const FEWEST_PULL_REQUESTS = 10;

/** Longest time that arrivals may take on the simulated clock. Every hour of it takes real time. */
const MAX_YEARS = 1000;

const HOURS_OF_YEAR = 8766;

/**
 * Checks that a replication can be computed. Callers check what their users typed and name it; this only prevents endless
 * loops and numbers without meaning.
 * @throws MergeQueueError `invalid_configuration` if its pull requests would arrive over too long a time: a rate that is drawn from an
 *   interval is known only here
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
  if (load.arrivals.kind !== "saturated") requireLimitedTime(pullRequests, toMeanPerHour(load.arrivals));
}

function requireLimitedTime(pullRequests: number, perHour: number): void {
  const years = pullRequests / perHour / HOURS_OF_YEAR;
  if (years <= MAX_YEARS) return;
  const message =
    `At ${perHour} arrivals per hour, ${pullRequests} pull requests arrive over ${Math.round(years)} years of simulated time; at most ` +
    `${MAX_YEARS} are simulated. Give a higher rate or fewer pull requests. The rate comes from --arrivals, or is drawn ` +
    "from the interval of the workload's arrivalsPerHour.";
  throw new MergeQueueError("invalid_configuration", message, { argument: "arrivals" });
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
