import { drawArrivals } from "../draws/draw-arrivals";
import type { Arrivals, Load } from "../load";
import { toMeanPerHour } from "../load";
import type { ReplicationResult, ReplicationSetup } from "./replication";
import { Simulation } from "./simulation";
import { Tally } from "./tally";

/** Share of pull requests left out, so that the results do not depend on the empty queue at the start. */
export const WARM_UP_SHARE = 0.1;
/** A queue in which nothing waits for this share of the time probably keeps up. */
const CLEARLY_HUNGRY_SHARE = 0.25;
const CAPACITY_PULL_REQUESTS = 2_000;
/** How many times the number of pull requests may be submitted until those of the window have left. */
const MOST_SUBMITTED = 4;
const GROUPS_IN_QUEUE = 5;
/** A queue that has grown by this share of the pull requests probably does not keep up. */
const CLEAR_GROWTH_SHARE = 0.1;
/** The same, in standard deviations of the number of pull requests that arrive. */
const CLEAR_GROWTH_DEVIATIONS = 6;

type SteadyArrivals = Exclude<Arrivals, { kind: "saturated" }>;

/**
 * Simulates a queue from empty; pure. The first tenth of the pull requests is left out. It keeps up if it
 * could clearly have started more, or takes less than a saturated simulation with the same seed; not if it
 * clearly grows under a constant rate. The capacity is an estimate: within some two percent it may be judged
 * either way.
 */
export function runReplication(setup: ReplicationSetup): ReplicationResult {
  const { arrivals } = setup.load;
  return arrivals.kind === "saturated" ? saturate(setup) : work(setup, arrivals);
}

function saturate(setup: ReplicationSetup): ReplicationResult {
  const { settings, singleMode, pullRequests } = setup;
  const tally = new Tally();
  const simulation = new Simulation(setup, tally);
  const isOneAtATime = settings.mode === "single" && singleMode === "one-at-a-time";
  const groups = (isOneAtATime ? 1 : settings.concurrency) * GROUPS_IN_QUEUE;
  const wanted = groups * (settings.batch ? settings.batchingMinSize : 1);
  while (simulation.concluded < pullRequests) {
    while (simulation.length < wanted) simulation.submit(simulation.nowMs);
    if (!simulation.advance(Number.POSITIVE_INFINITY)) {
      throw new Error("Nothing more can happen in the simulated queue.");
    }
    if (simulation.concluded >= countWarmUp(setup)) tally.open(simulation.nowMs);
  }
  tally.close(simulation.nowMs, simulation.listTestStartsMs());
  return tally.toResult({ keepsUp: false });
}

function work(setup: ReplicationSetup, arrivals: SteadyArrivals): ReplicationResult {
  const { pullRequests } = setup;
  const tally = new Tally();
  const simulation = new Simulation(setup, tally);
  const times = drawArrivals(arrivals, simulation.draws, simulation.nowMs);
  let lengthBefore = 0;
  const submitNext = (): void => {
    const atMs = times.next().value;
    simulation.advanceTo(atMs);
    if (simulation.submitted === countWarmUp(setup)) {
      tally.open(atMs);
      lengthBefore = simulation.length;
    }
    simulation.submit(atMs);
  };
  while (simulation.submitted < pullRequests) submitNext();
  tally.close(simulation.nowMs, simulation.listTestStartsMs());
  if (!keepsUp(setup, arrivals, tally.hungryShare, simulation.length - lengthBefore))
    return tally.toResult({ keepsUp: false });
  while (tally.unconcluded > 0 && simulation.submitted < pullRequests * MOST_SUBMITTED) submitNext();
  return tally.toResult({ keepsUp: tally.unconcluded === 0 });
}

function countWarmUp({ pullRequests }: ReplicationSetup): number {
  return Math.floor(pullRequests * WARM_UP_SHARE);
}

/** @param growth - how much longer the queue has become in the window */
function keepsUp(
  setup: ReplicationSetup,
  arrivals: SteadyArrivals,
  hungryShare: number,
  growth: number,
): boolean {
  const count = setup.pullRequests - countWarmUp(setup);
  const isGrowing = growth > Math.max(CLEAR_GROWTH_SHARE * count, CLEAR_GROWTH_DEVIATIONS * Math.sqrt(count));
  const isHungry = hungryShare >= CLEARLY_HUNGRY_SHARE;
  // With many slots, a line may take long to fill.
  if (isHungry && !isGrowing) return true;
  // At night, a queue with working hours becomes shorter again.
  if (isGrowing && !isHungry && arrivals.kind === "poisson") return false;
  const load: Load = { ...setup.load, arrivals: { kind: "saturated" } };
  const pullRequests = Math.min(setup.pullRequests, CAPACITY_PULL_REQUESTS);
  const { merged, failed, durationHours } = saturate({ ...setup, load, pullRequests });
  return toMeanPerHour(arrivals) < (merged + failed) / durationHours;
}
