import { MergeQueueError } from "../../queue/merge-queue-error";
import { toMeanPerHour } from "../draws/draw-arrivals";
import type { ReplicationSetup } from "./replication";

/** Longest time that arrivals may take on the simulated clock. Every hour of it takes real time. */
const MAX_YEARS = 1000;

const HOURS_OF_YEAR = 8766;

/**
 * Refuses a replication whose pull requests would arrive over too long a time: a rate that is drawn from an interval is known
 * only here.
 * @throws MergeQueueError `invalid_configuration`
 */
export function checkSetup({ load: { arrivals }, pullRequests }: ReplicationSetup): void {
  if (arrivals.kind === "saturated") return;
  const perHour = toMeanPerHour(arrivals);
  const years = pullRequests / perHour / HOURS_OF_YEAR;
  if (years <= MAX_YEARS) return;
  const message =
    `At ${perHour} arrivals per hour, ${pullRequests} pull requests arrive over ${Math.round(years)} years of simulated time; at most ` +
    `${MAX_YEARS} are simulated. Give a higher rate or fewer pull requests. The rate comes from --arrivals, or is drawn ` +
    "from the interval of the workload's arrivalsPerHour.";
  throw new MergeQueueError("invalid_configuration", message, { argument: "arrivals" });
}
