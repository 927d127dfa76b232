import { drawArrivals, toMeanPerHour } from "../draws/draw-arrivals";
import type { Arrivals, Load } from "../load";
import type { ReplicationResult, ReplicationSetup } from "./replication";
import { Simulation } from "./simulation";
import { Tally } from "./tally";

/** Share of the pull requests that are left out, so that the results do not depend on the empty queue at the start. */
export const WARM_UP_SHARE = 0.1;
/** A queue in which nothing waits for this share of the time probably keeps up. */
const CLEARLY_HUNGRY_SHARE = 0.25;
/** Pull requests that measure a capacity, at most. */
const CAPACITY_PULL_REQUESTS = 2_000;
/** How many times the number of pull requests may be submitted until those of the window have left. */
const MOST_SUBMITTED = 4;
/**
 * Saturation keeps so many groups in the queue for each slot: one is tested, the others wait. Their number is limited, because
 * failed batches would otherwise pile up where bisections are the bottleneck.
 */
const GROUPS_IN_QUEUE = 5;
/** A queue that has grown by this share of the pull requests probably does not keep up. */
const CLEAR_GROWTH_SHARE = 0.1;
/** The same, in standard deviations of the number of pull requests that arrive. */
const CLEAR_GROWTH_DEVIATIONS = 6;

type SteadyArrivals = Exclude<Arrivals, { kind: "saturated" }>;

/**
 * Simulates a queue. Pure: the same setup gives the same result.
 *
 * The queue starts empty; the first tenth of the pull requests is left out. Arrivals continue until all pull requests of the
 * window have left the queue.
 *
 * A queue keeps up if, for at least a quarter of the window, it could have started more pull requests than there were, and
 * has not become clearly longer. It does not keep up if the reverse is true and the rate of arrivals is constant. Otherwise a
 * saturated simulation with the same seed measures its capacity, and it keeps up if less arrives than that. The capacity is an
 * estimate: a load within some two percent of it may be judged either way.
 */
export function runReplication(setup: ReplicationSetup): ReplicationResult {
  const { arrivals } = setup.load;
  return arrivals.kind === "saturated"
    ? new Replication(setup).saturate()
    : new Replication(setup).work(arrivals);
}

class Replication {
  readonly #setup: ReplicationSetup;
  readonly #tally = new Tally();
  readonly #simulation: Simulation;
  readonly #warmUp: number;

  constructor(setup: ReplicationSetup) {
    this.#setup = setup;
    this.#warmUp = Math.floor(setup.pullRequests * WARM_UP_SHARE);
    this.#simulation = new Simulation(setup, this.#tally);
  }

  /** Keeps pull requests waiting, until enough have left the queue. */
  saturate(): ReplicationResult {
    const simulation = this.#simulation;
    const { pullRequests } = this.#setup;
    const wanted = countSlots(this.#setup) * countGroup(this.#setup) * GROUPS_IN_QUEUE;
    let isOpen = false;
    while (simulation.concluded < pullRequests) {
      while (this.#length < wanted) this.#submit(simulation.nowMs);
      if (!this.#advance(Number.POSITIVE_INFINITY))
        throw new Error("Nothing more can happen in the simulated queue.");
      if (!isOpen && simulation.concluded >= this.#warmUp) {
        isOpen = true;
        this.#tally.open(simulation.nowMs);
      }
    }
    this.#tally.close(simulation.nowMs, simulation.listTestStartsMs());
    return this.#tally.toResult(false);
  }

  /** Submits pull requests as they arrive. */
  work(arrivals: SteadyArrivals): ReplicationResult {
    const simulation = this.#simulation;
    const { pullRequests } = this.#setup;
    const times = drawArrivals(arrivals, simulation.draws, simulation.nowMs);
    let lengthBefore = 0;
    while (simulation.submitted < pullRequests) {
      const atMs = times.next().value;
      this.#advanceTo(atMs);
      if (simulation.submitted === this.#warmUp) {
        this.#tally.open(atMs);
        lengthBefore = this.#length;
      }
      this.#submit(atMs);
    }
    this.#tally.close(simulation.nowMs, simulation.listTestStartsMs());
    if (!this.#keepsUp(arrivals, this.#length - lengthBefore)) return this.#tally.toResult(false);
    while (this.#tally.unconcluded > 0 && simulation.submitted < pullRequests * MOST_SUBMITTED) {
      const atMs = times.next().value;
      this.#advanceTo(atMs);
      this.#submit(atMs);
    }
    return this.#tally.toResult(this.#tally.unconcluded === 0);
  }

  /** @param growth - how much longer the queue has become in the window */
  #keepsUp(arrivals: SteadyArrivals, growth: number): boolean {
    const count = this.#setup.pullRequests - this.#warmUp;
    const isGrowing =
      growth > Math.max(CLEAR_GROWTH_SHARE * count, CLEAR_GROWTH_DEVIATIONS * Math.sqrt(count));
    const isHungry = this.#tally.hungryShare >= CLEARLY_HUNGRY_SHARE;
    // With many slots, a line may take long to fill.
    if (isHungry && !isGrowing) return true;
    // At night, a queue with working hours becomes shorter again.
    if (isGrowing && !isHungry && arrivals.kind === "poisson") return false;
    return isBelowCapacity(this.#setup, arrivals);
  }

  /** Number of pull requests in the queue. */
  get #length(): number {
    return this.#simulation.submitted - this.#simulation.concluded;
  }

  #submit(atMs: number): void {
    this.#tally.onSubmission(this.#simulation.submitted + 1, atMs);
    this.#simulation.submit(atMs);
  }

  #advanceTo(atMs: number): void {
    while (this.#advance(atMs)) {
      // Everything that is due before.
    }
  }

  /** @returns whether something happened; if not, time has still passed */
  #advance(untilMs: number): boolean {
    const simulation = this.#simulation;
    const { nowMs, isHungry } = simulation;
    const length = this.#length;
    const happens = simulation.advance(untilMs);
    this.#tally.onSpan(nowMs, happens ? simulation.nowMs : untilMs, length, isHungry);
    return happens;
  }
}

function isBelowCapacity(setup: ReplicationSetup, arrivals: SteadyArrivals): boolean {
  const load: Load = { ...setup.load, arrivals: { kind: "saturated" } };
  const pullRequests = Math.min(setup.pullRequests, CAPACITY_PULL_REQUESTS);
  const { merged, failed, durationHours } = new Replication({ ...setup, load, pullRequests }).saturate();
  return toMeanPerHour(arrivals) < (merged + failed) / durationHours;
}

function countSlots({ settings, singleMode }: ReplicationSetup): number {
  return settings.mode === "single" && singleMode === "one-at-a-time" ? 1 : settings.concurrency;
}

function countGroup({ settings }: ReplicationSetup): number {
  return settings.batch ? settings.batchingMinSize : 1;
}
