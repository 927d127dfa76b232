import { drawArrivals } from "../draws/draw-load";
import type { Arrivals } from "../load";
import type { OnProgress, ReplicationResult, ReplicationSetup } from "./replication";
import { Simulation } from "./simulation";
import { Tally } from "./tally";

/** Share of the pull requests that are not measured, because the queue is empty at the start. */
export const WARM_UP_SHARE = 0.2;
/** A replication stops waiting for merges after this multiple of its pull requests was submitted. */
const MOST_SUBMITTED = 4;
const GROUPS_IN_QUEUE = 5;
/** Number of parts of a saturated window. A part must last longer than the effects of a failure. */
const PARTS = 40;
const REPORT_STEP = 500;

/** Simulates a queue that starts empty. Does not measure the first fifth of its pull requests. Is pure. */
export function runReplication(setup: ReplicationSetup, onProgress?: OnProgress): ReplicationResult {
  const { arrivals } = setup.load;
  return arrivals.kind === "saturated" ? saturate(setup, onProgress) : work(setup, arrivals, onProgress);
}

function saturate(setup: ReplicationSetup, onProgress?: OnProgress): ReplicationResult {
  const { pullRequests } = setup;
  const { warmUp, tally, simulation } = begin(setup);
  const wanted = countPullRequestsAtOnce(setup) * GROUPS_IN_QUEUE;
  const leastConclusions = Math.ceil((pullRequests - warmUp) / PARTS);
  while (simulation.concluded < pullRequests) {
    while (simulation.length < wanted) {
      simulation.submit(simulation.nowMs);
      if (simulation.submitted % REPORT_STEP === 0) onProgress?.(simulation.concluded);
    }
    if (!simulation.advance(Number.POSITIVE_INFINITY)) {
      throw new Error("Nothing more can happen in the simulated queue.");
    }
    if (simulation.concluded < warmUp) continue;
    tally.open(simulation.nowMs);
    tally.endPart(simulation.nowMs, leastConclusions);
  }
  tally.close(simulation.nowMs, simulation.listTestStartsMs());
  return tally.toResult({ awaitsMerges: false });
}

type QueueSetup = Pick<ReplicationSetup, "settings" | "singleMode">;

/** Counts the pull requests, or batches, that may be tested at once. */
export function countTestsAtOnce({ settings, singleMode }: QueueSetup): number {
  return settings.mode === "single" && singleMode === "one-at-a-time" ? 1 : settings.concurrency;
}

/** Counts the pull requests that a full queue tests at once. */
export function countPullRequestsAtOnce(setup: QueueSetup): number {
  const { batch, batchingMinSize } = setup.settings;
  return countTestsAtOnce(setup) * (batch ? batchingMinSize : 1);
}

function work(
  setup: ReplicationSetup,
  arrivals: Exclude<Arrivals, { kind: "saturated" }>,
  onProgress?: OnProgress,
): ReplicationResult {
  const { pullRequests, awaitsMerges } = setup;
  const { warmUp, tally, simulation } = begin(setup);
  const times = drawArrivals(arrivals, simulation.draws, simulation.nowMs);
  const submitNext = (): void => {
    const atMs = times.next().value;
    simulation.advanceTo(atMs);
    if (simulation.submitted === warmUp) tally.open(atMs);
    simulation.submit(atMs);
  };
  while (simulation.submitted < pullRequests) {
    submitNext();
    if (simulation.submitted % REPORT_STEP === 0) onProgress?.(simulation.submitted);
  }
  tally.close(simulation.nowMs, simulation.listTestStartsMs());
  while (awaitsMerges && tally.unconcluded > 0 && simulation.submitted < pullRequests * MOST_SUBMITTED)
    submitNext();
  return tally.toResult(setup);
}

function begin(setup: ReplicationSetup) {
  const warmUp = Math.floor(setup.pullRequests * WARM_UP_SHARE);
  const tally = new Tally(setup.pullRequests - warmUp);
  return { warmUp, tally, simulation: new Simulation(setup, tally) };
}
